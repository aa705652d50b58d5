package dev.ropewalk.lab.ring;

import dev.ropewalk.lab.coroutines.CoroutineHost;
import dev.ropewalk.lab.experiment.Carriers;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.go.GoToolchain;
import dev.ropewalk.lab.isolation.Apart;
import dev.ropewalk.lab.pekko.PekkoDispatcher;
import java.util.List;
import java.util.Optional;

/** What Ropewalk is compared with. */
final class Rivals {
    /** How many times fewer laps are measured of contenders that take many times as long for a hop. */
    private static final int SLOW_DIVISOR = 10;

    private static final int CORES = Runtime.getRuntime().availableProcessors();
    /** Scala's default. */
    private static final int MAX_THREADS = 256;

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
                                workload -> new KotlinRings(workload, CoroutineHost.ofKotlin()))
                        .refusing(Rivals::otherThanCores)
                        .withJvmArgs(CoroutineHost.PARALLELISM),
                contender(
                        "kotlin-on-ropewalk",
                        "Kotlin, a coroutine and a channel of its own for each node, on the dispatcher of Ropewalk's workers.",
                        1,
                        workload -> new KotlinRings(workload, CoroutineHost.ofRopewalk(workload.workers()))),
                contender(
                                "jdk-vthreads",
                                "The JDK, a virtual thread and a LinkedTransferQueue for each node. A tenth of the laps, times"
                                        + " multiplied.",
                                SLOW_DIVISOR,
                                ThreadRings::new)
                        .refusing(Rivals::otherThanCores),
                scala(
                        "loop",
                        "Scala's own actors, which Scala had up to version 2.11: an actor for each node that reacts within a"
                                + " loop. A tenth of the laps, times multiplied."),
                scala(
                        "react",
                        "Scala's own actors, whose handler of a message reacts again. A tenth of the laps, times"
                                + " multiplied."),
                scala(
                                "receive",
                                "Scala's own actors that receive: each blocks a thread. A tenth of the laps, times"
                                        + " multiplied.")
                        .refusing(params -> scalaRefusal(params).or(() -> manyThreads(params))),
                Contender.of(
                                "go",
                                "Go, a goroutine and a channel for each node, in a process of its own that measures itself.",
                                cell -> GoTrial.open(Workload.of(cell)))
                        .refusing(params -> GoToolchain.refusal()));
    }

    private static Contender contender(String name, String description, int divisor, Rings.Opener opener) {
        return Contender.of(name, description, cell -> new RingTrial(Workload.of(cell), divisor, opener));
    }

    private static Contender scala(String style, String description) {
        return contender("scala-" + style, description, SLOW_DIVISOR, workload -> new ScalaActors(workload, style))
                .refusing(Rivals::scalaRefusal)
                .withJvmArgs("-Dactors.corePoolSize=" + CORES, "-Dactors.maxPoolSize=" + MAX_THREADS);
    }

    private static Optional<String> scalaRefusal(Params params) {
        int workers = params.integer(Workload.WORKERS);
        return Apart.refusal()
                .or(() -> workers == CORES
                        ? Optional.empty()
                        : Optional.of("Scala's actors get as many threads for a whole process as there are cores: "
                                + CORES + ", not " + workers));
    }

    private static Optional<String> manyThreads(Params params) {
        long threads = params.number(Workload.RINGS) * params.number(Workload.ACTORS);
        return threads > MAX_THREADS
                ? Optional.of("an actor that receives blocks a thread, and " + threads + " are too many")
                : Optional.empty();
    }

    private static Optional<String> otherThanCores(Params params) {
        return Carriers.refusal(params.integer(Workload.WORKERS));
    }
}
