package dev.ropewalk.sim.catalogue;

import java.util.List;
import java.util.stream.Stream;

/** All planted bugs. */
public final class Catalogue {
    /** The system property that leaves the simulation's points out, so that another tool can run the programs of threads. */
    public static final String PLAIN = "ropewalk.catalogue.plain";

    private Catalogue() {}

    /** Returns all planted bugs, by theme. */
    public static List<PlantedBug> all() {
        return Stream.of(
                        ActorStates.bugs(),
                        ActorProtocols.bugs(),
                        ActorTimes.bugs(),
                        ChannelFlows.bugs(),
                        ChannelEnds.bugs(),
                        Limits.bugs(),
                        Pipelines.bugs(),
                        Executors.bugs(),
                        ExecutorEnds.bugs(),
                        Graphs.bugs(),
                        Leftovers.bugs(),
                        Unhandled.bugs(),
                        Locks.bugs(),
                        Monitors.bugs(),
                        Fields.bugs(),
                        Algorithms.bugs())
                .flatMap(List::stream)
                .toList();
    }
}
