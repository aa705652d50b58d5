package dev.ropewalk.lab.channels;

import dev.ropewalk.lab.blocking.Jox;
import dev.ropewalk.lab.blocking.Queues;
import dev.ropewalk.lab.coroutines.CoroutineHost;
import dev.ropewalk.lab.experiment.Carriers;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.go.GoToolchain;
import java.util.List;
import java.util.Optional;

/** What Ropewalk is compared with. */
final class Rivals {
    private Rivals() {}

    static List<Contender> all() {
        return List.of(
                Contender.of(
                                "go",
                                "Go, goroutines and channels, in a process of its own that measures itself.",
                                cell -> GoTrial.open(Workload.of(cell), Workload.workers(cell.params())))
                        .refusing(params -> GoToolchain.refusal()),
                Channels.contender(
                                "kotlin",
                                "Kotlin, coroutines and channels, on Dispatchers.Default.",
                                (wiring, workers) -> new KotlinParties(wiring, CoroutineHost.ofKotlin()))
                        .refusing(Rivals::otherThanCores)
                        .withJvmArgs(CoroutineHost.PARALLELISM),
                Channels.contender(
                        "kotlin-on-ropewalk",
                        "Kotlin, coroutines and its own channels, on the dispatcher of Ropewalk's workers.",
                        (wiring, workers) -> new KotlinParties(wiring, CoroutineHost.ofRopewalk(workers))),
                Channels.contender(
                                "jox",
                                "Jox, channels for virtual threads, on the JDK's scheduler.",
                                (wiring, workers) -> new BlockingParties(wiring, new Jox()))
                        .refusing(Rivals::otherThanCores),
                Channels.contender(
                                "juc",
                                "java.util.concurrent, SynchronousQueue for rendezvous and ArrayBlockingQueue for buffers, on"
                                        + " virtual threads of the JDK's scheduler.",
                                (wiring, workers) -> new BlockingParties(wiring, new Queues()))
                        .refusing(Rivals::otherThanCoresOrSelects));
    }

    private static Optional<String> otherThanCores(Params params) {
        return Carriers.refusal(Workload.workers(params));
    }

    private static Optional<String> otherThanCoresOrSelects(Params params) {
        return otherThanCores(params)
                .or(() -> Workload.named(params).selects()
                        ? Optional.of("java.util.concurrent has no select over queues")
                        : Optional.empty());
    }
}
