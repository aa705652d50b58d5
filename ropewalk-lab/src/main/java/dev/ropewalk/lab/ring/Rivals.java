package dev.ropewalk.lab.ring;

import dev.ropewalk.lab.experiment.Carriers;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.go.GoToolchain;
import dev.ropewalk.lab.pekko.PekkoDispatcher;
import java.util.List;
import java.util.Optional;

/** What Ropewalk is compared with. */
final class Rivals {
    /** How many times fewer laps are measured of contenders that take many times as long for a hop. */
    private static final int SLOW_DIVISOR = 10;

    private Rivals() {}

    static List<Contender> all() {
        return List.of(
                contender(
                        "pekko-fjp",
                        "Pekko, a classic actor for each node, on its default dispatcher: a ForkJoinPool.",
                        1,
                        workload -> new PekkoRings(workload, PekkoDispatcher.FORK_JOIN)),
                contender(
                        "pekko-affinity",
                        "Pekko, a classic actor for each node, on its affinity pool, each queue long enough for all actors."
                                + " Its threads poll when idle, so that system and actors are made anew for each"
                                + " iteration. A tenth of the laps, times multiplied.",
                        SLOW_DIVISOR,
                        workload -> new PekkoRings(workload, PekkoDispatcher.AFFINITY)),
                contender(
                                "pekko-vthread",
                                "Pekko, a classic actor for each node, on its virtual-thread executor: a new virtual thread"
                                        + " of the JDK for each run of an actor.",
                                1,
                                workload -> new PekkoRings(workload, PekkoDispatcher.VIRTUAL_THREAD))
                        .refusing(Rivals::otherThanCores),
                contender(
                                "kotlin-coroutines",
                                "Kotlin, a coroutine and a channel for each node, on Dispatchers.Default.",
                                1,
                                KotlinRings::new)
                        .refusing(Rivals::otherThanCores)
                        .withJvmArgs("-Dkotlinx.coroutines.default.parallelism="
                                + Runtime.getRuntime().availableProcessors()),
                contender(
                                "jdk-vthreads",
                                "The JDK, a virtual thread and a LinkedTransferQueue for each node. A tenth of the laps, times"
                                        + " multiplied.",
                                SLOW_DIVISOR,
                                ThreadRings::new)
                        .refusing(Rivals::otherThanCores),
                Contender.of(
                                "go",
                                "Go, a goroutine and a channel for each node, in a process of its own that measures itself.",
                                cell -> GoTrial.open(Workload.of(cell)))
                        .refusing(params -> GoToolchain.refusal()));
    }

    private static Contender contender(String name, String description, int divisor, Rings.Opener opener) {
        return Contender.of(name, description, cell -> new RingTrial(Workload.of(cell), divisor, opener));
    }

    private static Optional<String> otherThanCores(Params params) {
        return Carriers.refusal(params.integer(Workload.WORKERS));
    }
}
