package dev.ropewalk.lab.pipeline;

import dev.ropewalk.lab.experiment.Contender;
import java.util.List;

/** Ropewalk's own entries. */
final class RopewalkEntries {
    static final String MAIN = "ropewalk-yielding";

    private RopewalkEntries() {}

    static List<Contender> all() {
        return List.of();
    }
}
