package dev.ropewalk.lab;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The house: a module sees only modules on floors below its own, and the library's modules next to nothing else. */
class FloorsTest {
    private static final String SIM_JUNIT = "sim.junit";
    private static final String JUNIT = "junit";
    private static final String JOURNAL_TOOL = "journal.tool";
    private static final String CLUSTER_PEKKO = "cluster.pekko";
    private static final String CLUSTER_KUBERNETES = "cluster.kubernetes";

    /** Coroutines are a rival, and what this adapts. */
    private static final String KOTLIN = "kotlin";

    private static final Map<String, Integer> FLOORS = Map.ofEntries(
            Map.entry("base", -1),
            Map.entry("cpu", 0),
            Map.entry("scheduler", 1),
            Map.entry("actor", 2),
            Map.entry("channel", 2),
            Map.entry("pipeline", 2),
            Map.entry("flow", 2),
            Map.entry("limit", 2),
            Map.entry("journal", 2),
            Map.entry("sim", 2),
            Map.entry(SIM_JUNIT, 3),
            Map.entry("task", 3),
            Map.entry("graph", 3),
            Map.entry("cluster", 3),
            Map.entry(JOURNAL_TOOL, 4),
            Map.entry(CLUSTER_PEKKO, 4),
            Map.entry(CLUSTER_KUBERNETES, 4),
            Map.entry(JUNIT, 4),
            Map.entry("observe", 4),
            Map.entry("micrometer", 5),
            Map.entry("pekko", 5),
            Map.entry("console", 5),
            Map.entry(KOTLIN, 5),
            Map.entry("spring", 6),
            Map.entry("demo", 6),
            Map.entry("lab", 7));
    private static final int LAST_LIBRARY_FLOOR = 3;
    private static final String LAB = "lab";
    private static final String HOUSE_PACKAGE = "dev.ropewalk.";
    private static final JavaClasses HOUSE = House.CLASSES.that(not(resideInAPackage("dev.ropewalk.testing..")));

    @Test
    void shouldKnowTheFloorOfEveryClass() {
        assertThat(modules()).isSubsetOf(FLOORS.keySet()).contains("cpu", "scheduler", LAB);
    }

    @Test
    void shouldSeeOnlyModulesOnLowerFloors() {
        for (String module : modules()) {
            int own = floorOf(module);
            String[] hidden = on(floor -> floor >= own)
                    .filter(other -> !other.equals(module))
                    .map(FloorsTest::classesOf)
                    .toArray(String[]::new);
            noClasses()
                    .that(areIn(module))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(hidden)
                    .check(HOUSE);
        }
    }

    @Test
    void shouldBuildTheLibraryOnTheJdkAlone() {
        needsTheJdkAlone(library()).check(HOUSE);
    }

    @Test
    void shouldNoticeWhoNeedsMoreThanTheJdk() {
        assertThat(needsTheJdkAlone(classesOf(LAB)).evaluate(HOUSE).hasViolation())
                .as("the lab needs more, and the rule sees it")
                .isTrue();
    }

    /** But for the adapter of one of them. */
    @Test
    void shouldKeepRivalsInTheLab() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        classesOf(LAB), classesOf(KOTLIN), classesOf("pekko"), classesOf(CLUSTER_PEKKO))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.pekko..",
                        "akka..",
                        "kotlinx..",
                        "com.softwaremill..",
                        "com.lmax..",
                        "io.aeron..",
                        "io.reactivex..",
                        "net.openhft..",
                        "org.agrona..",
                        "org.jctools..",
                        "reactor..",
                        "scala..")
                .check(HOUSE);
    }

    @Test
    void shouldHandNothingOverByMonitors() {
        noClasses()
                .that()
                .resideInAnyPackage(library())
                .should()
                .callMethod(Object.class, "wait")
                .orShould()
                .callMethod(Object.class, "wait", long.class)
                .orShould()
                .callMethod(Object.class, "notify")
                .orShould()
                .callMethod(Object.class, "notifyAll")
                .check(HOUSE);
    }

    @Test
    void shouldCallNoNativeCodeByJni() {
        noMethods()
                .that()
                .areDeclaredInClassesThat()
                .resideInAnyPackage(library())
                .should()
                .haveModifier(JavaModifier.NATIVE)
                .check(HOUSE);
    }

    @Test
    void shouldKnowJUnitInItsOwnModulesOnly() {
        classes()
                .that(areIn(SIM_JUNIT))
                .or(areIn(JUNIT))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..", "jdk.jfr..", "org.jspecify..", "dev.ropewalk..", "org.junit..", "org.opentest4j..")
                .check(HOUSE);
    }

    private static ArchRule needsTheJdkAlone(String... packages) {
        // Unsafe, internals of the JDK and its management beans are not in java.
        return classes()
                .that()
                .resideInAnyPackage(packages)
                .and()
                .resideOutsideOfPackages(
                        classesOf(SIM_JUNIT),
                        classesOf(JOURNAL_TOOL),
                        classesOf(CLUSTER_PEKKO),
                        classesOf(CLUSTER_KUBERNETES))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "javax.naming..", "jdk.jfr..", "org.jspecify..", "dev.ropewalk..");
    }

    private static DescribedPredicate<JavaClass> areIn(String module) {
        return DescribedPredicate.describe(
                "are in " + module, type -> moduleOf(type.getPackageName()).equals(module));
    }

    private static String[] library() {
        return on(floor -> floor <= LAST_LIBRARY_FLOOR)
                .map(FloorsTest::classesOf)
                .toArray(String[]::new);
    }

    private static Stream<String> on(IntPredicate floor) {
        return FLOORS.entrySet().stream()
                .filter(entry -> floor.test(entry.getValue()))
                .map(Map.Entry::getKey);
    }

    private static String classesOf(String module) {
        return "dev.ropewalk." + module + "..";
    }

    private static int floorOf(String module) {
        return Objects.requireNonNull(FLOORS.get(module), () -> "no floor for module " + module);
    }

    /** Returns {@code cpu} for {@code dev.ropewalk.cpu} and all below; four modules have a package below another's. */
    private static String moduleOf(String name) {
        String inHouse = name.substring(HOUSE_PACKAGE.length());
        if (inHouse.equals(SIM_JUNIT) || inHouse.equals(JOURNAL_TOOL) || inHouse.equals(CLUSTER_KUBERNETES)) {
            return inHouse;
        }
        if (inHouse.equals(CLUSTER_PEKKO) || inHouse.startsWith(CLUSTER_PEKKO + ".")) {
            return CLUSTER_PEKKO;
        }
        int end = inHouse.indexOf('.');
        return end < 0 ? inHouse : inHouse.substring(0, end);
    }

    private static Set<String> modules() {
        return HOUSE.stream()
                .map(JavaClass::getPackageName)
                .map(FloorsTest::moduleOf)
                .collect(Collectors.toSet());
    }
}
