package dev.ropewalk.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The rooms of a module: the packages below its exported one. They are layers, and no cycle within a room is too large to read.
 *
 * <p>An exported package is none of the rooms. Its factories make what the rooms hold, and the rooms implement its interfaces.
 */
class RoomsTest {
    private static final int MAX_CYCLE = 8;
    private static final List<String> MODULES = List.of(
            "actor",
            "channel",
            "cluster",
            "console",
            "cpu",
            "flow",
            "graph",
            "journal",
            "limit",
            "observe",
            "pipeline",
            "scheduler",
            "sim",
            "sim.junit",
            "task");

    /** What is exported, though it lies below another package that is. */
    private static final Set<String> EXPORTED = Set.of("dev.ropewalk.cluster.codec", "dev.ropewalk.cluster.testkit");

    private static final JavaClasses HOUSE = House.of(MODULES);

    @Test
    void shouldBeLayers() {
        assertThat(cycles(roomsOf(HOUSE), JavaClass::getPackageName, 1)).isEmpty();
    }

    @Test
    void shouldHaveSmallCyclesOnly() {
        assertThat(cycles(roomsOf(HOUSE), RoomsTest::file, MAX_CYCLE)).isEmpty();
    }

    @Test
    void shouldNoticeACycleOfRooms() {
        JavaClasses bad = new ClassFileImporter().importPackages("dev.ropewalk.lab.house");

        assertThat(cycles(bad, JavaClass::getPackageName, 1))
                .containsExactly(Set.of("dev.ropewalk.lab.house.cellar", "dev.ropewalk.lab.house.kitchen"));
        assertThat(cycles(bad, RoomsTest::file, 1)).hasSize(1);
        assertThat(cycles(bad, RoomsTest::file, 2)).isEmpty();
    }

    private static Collection<JavaClass> roomsOf(JavaClasses classes) {
        return classes.stream().filter(RoomsTest::isInARoom).toList();
    }

    private static boolean isInARoom(JavaClass type) {
        String name = type.getPackageName();
        return name.chars().filter(c -> c == '.').count() > 2 && !EXPORTED.contains(name);
    }

    private static String file(JavaClass type) {
        JavaClass outer = type;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer.getName();
    }

    /** Returns the largest sets of units, more than so many, of which each depends on all others, directly or not. */
    private static List<Set<String>> cycles(
            Iterable<JavaClass> classes, Function<JavaClass, String> unitOf, int allowed) {
        Map<String, Set<String>> uses = uses(classes, unitOf);
        Map<String, Set<String>> reached = new TreeMap<>();
        uses.forEach((unit, used) -> reached.put(unit, reachedFrom(used, uses)));
        List<Set<String>> cycles = new ArrayList<>();
        reached.forEach((unit, others) -> {
            Set<String> cycle = others.stream()
                    .filter(other -> of(reached, other).contains(unit))
                    .collect(Collectors.toCollection(TreeSet::new));
            if (cycle.size() > allowed && !cycles.contains(cycle)) {
                cycles.add(cycle);
            }
        });
        return cycles;
    }

    private static Map<String, Set<String>> uses(Iterable<JavaClass> classes, Function<JavaClass, String> unitOf) {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass type : classes) {
            Set<String> used = uses.computeIfAbsent(unitOf.apply(type), unit -> new TreeSet<>());
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                used.add(unitOf.apply(dependency.getTargetClass().getBaseComponentType()));
            }
        }
        uses.values().forEach(used -> used.retainAll(uses.keySet()));
        return uses;
    }

    private static Set<String> reachedFrom(Set<String> first, Map<String, Set<String>> uses) {
        Set<String> reached = new TreeSet<>();
        var open = new ArrayDeque<>(first);
        while (!open.isEmpty()) {
            String next = open.remove();
            if (reached.add(next)) {
                open.addAll(of(uses, next));
            }
        }
        return reached;
    }

    private static Set<String> of(Map<String, Set<String>> sets, String unit) {
        return sets.getOrDefault(unit, Set.of());
    }
}
