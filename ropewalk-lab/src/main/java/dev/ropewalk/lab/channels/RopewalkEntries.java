package dev.ropewalk.lab.channels;

import dev.ropewalk.lab.blocking.RopewalkChannels;
import dev.ropewalk.lab.experiment.Carriers;
import dev.ropewalk.lab.experiment.Contender;
import java.util.List;

/** Ropewalk's own. */
final class RopewalkEntries {
    /** Ropewalk as it is meant to be used. */
    static final String MAIN = "ropewalk";

    private RopewalkEntries() {}

    static List<Contender> all() {
        return List.of(
                Channels.contender(
                                MAIN,
                                "Ropewalk, virtual threads on its own workers.",
                                (wiring, workers) -> new BlockingParties(wiring, RopewalkChannels.onWorkers(workers)))
                        .refusing(params -> Carriers.refusalOfWorkers())
                        .withJvmArgs("--add-opens=java.base/java.lang=ALL-UNNAMED"),
                Channels.contender(
                                "ropewalk-default",
                                "Ropewalk's channels, on virtual threads of the JDK's scheduler, in a JVM without special flags.",
                                (wiring, workers) -> new BlockingParties(wiring, RopewalkChannels.onCarriers()))
                        .refusing(params -> Carriers.refusal(Workload.workers(params))),
                Channels.contender(
                        "ropewalk-callback",
                        "Ropewalk, a strand for each party, and callbacks instead of threads.",
                        StrandParties::new));
    }
}
