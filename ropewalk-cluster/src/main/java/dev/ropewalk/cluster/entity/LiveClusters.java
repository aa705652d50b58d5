package dev.ropewalk.cluster.entity;

import dev.ropewalk.base.Inventory;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** The clusters that this JVM is in. */
public final class LiveClusters {
    private static final Inventory<Cluster> ALL = new Inventory<>("cluster");

    private LiveClusters() {}

    /** Lists a cluster until it has ended. */
    public static void enter(String name, Cluster cluster, CompletionStage<?> end) {
        Inventory.Entry<Cluster> entry = ALL.place(name, cluster);
        var ignored = end.whenComplete((reason, failure) -> entry.leave());
        Steps.enterUnlessSimulated(entry);
    }

    /** Returns what {@link Cluster#live} does. */
    public static Map<String, Cluster> live() {
        return ALL.live();
    }
}
