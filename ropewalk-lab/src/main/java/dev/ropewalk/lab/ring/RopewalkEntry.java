package dev.ropewalk.lab.ring;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.scheduler.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One of Ropewalk's permutations. Blocking actors have no placement: their threads have homes of their own.
 *
 * @param newestFirst whether a worker prefers the actor that got its message last
 */
record RopewalkEntry(Placement placement, boolean newestFirst, NodeStyle style) {
    /** How many times fewer laps are measured of contenders that take many times as long for a hop. */
    private static final int SLOW_DIVISOR = 10;

    /** Returns all permutations. */
    static List<RopewalkEntry> all() {
        var all = new ArrayList<RopewalkEntry>();
        for (Placement placement : Placement.values()) {
            for (NodeStyle style : List.of(NodeStyle.EVENT, NodeStyle.PROXY)) {
                all.add(new RopewalkEntry(placement, true, style));
                all.add(new RopewalkEntry(placement, false, style));
            }
        }
        all.add(new RopewalkEntry(Placement.SOFT, true, NodeStyle.BLOCKING));
        all.add(new RopewalkEntry(Placement.SOFT, false, NodeStyle.BLOCKING));
        return all;
    }

    Contender contender() {
        var contender = Contender.of(
                name(),
                description(),
                cell -> new RingTrial(
                        Workload.of(cell),
                        isSlow() ? SLOW_DIVISOR : 1,
                        workload -> new RopewalkRings(workload, placement, newestFirst, style)));
        // Without this the threads run on the JDK's carriers.
        return isBlocking() ? contender.withJvmArgs("--add-opens=java.base/java.lang=ALL-UNNAMED") : contender;
    }

    /** A thread is switched at each hop, or the worker: pinned neighbours have different homes. */
    private boolean isSlow() {
        return isBlocking() || placement == Placement.PINNED;
    }

    private boolean isBlocking() {
        return style == NodeStyle.BLOCKING;
    }

    private String name() {
        String first = isBlocking() ? "blocking" : placement.name().toLowerCase(Locale.ROOT);
        return "ropewalk-" + first + (newestFirst ? "" : "-fifo") + (style == NodeStyle.PROXY ? "-proxy" : "");
    }

    private String description() {
        String nodes = switch (style) {
            case EVENT -> "an actor for each node, Placement." + placement;
            case PROXY -> "an actor behind an interface for each node, Placement." + placement;
            case BLOCKING -> "a blocking actor for each node, on virtual threads of Ropewalk's workers";
        };
        return "Ropewalk, " + nodes + "; a worker's " + (newestFirst ? "newest" : "oldest") + " work first"
                + (isSlow() ? ". A tenth of the laps, times multiplied." : ".");
    }
}
