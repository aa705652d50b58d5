package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Contender;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How contenders look: the same wherever a name appears in a report, and different where two names appear together.
 * Ropewalk's own have warm colours, the others cool ones, all readable on light and on dark ground. The first four of each
 * can be told apart with any kind of colour blindness; so can the next four, which have another dash, and so on.
 */
final class Palette {
    private static final int APART = 4;
    private static final List<String> WARM = List.of(
            "#d9480f", "#c5aa2b", "#b82989", "#f47ac3", "#f59654", "#9a852b", "#e64887", "#aa4429", "#944d77",
            "#b7787f", "#ef9497", "#726b30", "#dc7095", "#cd9775", "#c13d65", "#bb6802");
    private static final List<String> COOL = List.of(
            "#2663c9", "#33a182", "#4cb4fb", "#a071fc", "#6ebcaf", "#c29afb", "#7d4ad3", "#6a87b7", "#2e79f5",
            "#1bb741", "#07719f", "#99a8de", "#646a9d", "#377152", "#22abb9", "#6a8ee8");
    private static final List<List<Integer>> DASHES =
            List.of(List.of(), List.of(8, 4), List.of(2, 3), List.of(10, 3, 2, 3));
    private static final List<String> MARKS = List.of("circle", "rect", "triangle", "rectRot", "star", "crossRot");

    /** By name; two of Ropewalk's own, or two others, share a place only if they never appear together. */
    private final Map<String, Integer> places = new HashMap<>();

    /**
     * Makes the palette of a report.
     *
     * @param groups names that appear together; those of the first groups have the first choice
     */
    Palette(List<List<String>> groups) {
        for (List<String> group : groups) {
            for (String name : group) {
                places.computeIfAbsent(name, chooser -> firstFree(chooser, groups));
            }
        }
    }

    private int firstFree(String chooser, List<List<String>> groups) {
        var taken = new BitSet();
        groups.stream()
                .filter(group -> group.contains(chooser))
                .flatMap(List::stream)
                .filter(name -> Contender.isOurs(name) == Contender.isOurs(chooser))
                .filter(places::containsKey)
                .forEach(name -> taken.set(place(name)));
        return taken.nextClearBit(0);
    }

    String colour(String contender) {
        return pick(Contender.isOurs(contender) ? WARM : COOL, place(contender));
    }

    /** Returns the lengths of a line's strokes and gaps in turn, none for a solid line. */
    List<Integer> dash(String contender) {
        return pick(DASHES, place(contender) / APART);
    }

    String mark(String contender) {
        return pick(MARKS, place(contender));
    }

    private int place(String contender) {
        return Objects.requireNonNull(places.get(contender), contender);
    }

    private static <T> T pick(List<T> values, int place) {
        return values.get(place % values.size());
    }
}
