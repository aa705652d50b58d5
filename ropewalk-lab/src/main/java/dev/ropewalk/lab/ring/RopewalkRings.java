package dev.ropewalk.lab.ring;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerStats;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** An actor of Ropewalk for each node. */
final class RopewalkRings implements Rings {
    private final Workload workload;
    private final Scheduler scheduler;
    private final ActorSystem system;
    private final List<Consumer<Token>> nodes;

    /**
     * Makes the rings.
     *
     * @param newestFirst whether a worker prefers the actor that got its message last
     */
    RopewalkRings(Workload workload, Placement placement, boolean newestFirst, NodeStyle style) {
        this.workload = workload;
        scheduler = Scheduler.builder()
                .workers(workload.workers())
                .newestFirst(newestFirst)
                .build();
        system = ActorSystem.builder("lab").scheduler(scheduler).build();
        nodes = style.spawn(system, ActorOptions.defaults().placement(placement), workload);
    }

    @Override
    public void start(int ring, Token token) {
        nodes.get(workload.firstNode(ring)).accept(token);
    }

    @Override
    public Optional<SchedulerStats> schedulerStats() {
        return Optional.of(scheduler.stats());
    }

    @Override
    public void close() {
        system.close();
        scheduler.close();
    }
}
