package dev.ropewalk.lab.savina;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How large the programs are. */
enum Scale {
    /** Small, to check answers. */
    SMOKE,
    /** The sizes that are measured. */
    FULL;

    /** Returns one of two sizes. */
    int pick(int smoke, int full) {
        return this == SMOKE ? smoke : full;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Scale of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Scale::label).toList();
    }
}
