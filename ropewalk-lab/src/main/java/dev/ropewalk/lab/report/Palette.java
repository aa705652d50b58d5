package dev.ropewalk.lab.report;

import dev.ropewalk.lab.experiment.Contender;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The colours of contenders, the same wherever a name appears in a report: warm ones for Ropewalk's own, cool ones for
 * the others, all readable on light and on dark ground. The marks of a chart's points differ, too, for those who don't
 * see the colours.
 */
final class Palette {
    private static final List<String> WARM =
            List.of("#e8590c", "#f2a900", "#d6336c", "#a65f00", "#ff8787", "#c9b100", "#b0413e", "#f76707", "#e599a0");
    private static final List<String> COOL = List.of(
            "#4c6ef5", "#12a594", "#868e96", "#9c5fd4", "#2f9e44", "#1c9cd6", "#5f6f94", "#74b816", "#7b8cff",
            "#4aa3a2");
    private static final List<String> MARKS = List.of("circle", "rect", "triangle", "rectRot", "star", "crossRot");

    private final List<String> ours;
    private final List<String> others;

    /** Makes the palette of a report, from all names in it in a fixed order. */
    Palette(List<String> contenders) {
        Set<String> all = new LinkedHashSet<>(contenders);
        ours = all.stream().filter(Contender::isOurs).toList();
        others = all.stream().filter(name -> !Contender.isOurs(name)).toList();
    }

    String colour(String contender) {
        return Contender.isOurs(contender) ? pick(WARM, ours, contender) : pick(COOL, others, contender);
    }

    String mark(String contender) {
        return pick(MARKS, Contender.isOurs(contender) ? ours : others, contender);
    }

    private static String pick(List<String> values, List<String> names, String name) {
        return values.get(Math.max(0, names.indexOf(name)) % values.size());
    }
}
