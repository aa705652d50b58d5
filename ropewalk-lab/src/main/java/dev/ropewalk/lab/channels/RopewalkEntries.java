package dev.ropewalk.lab.channels;

import dev.ropewalk.lab.blocking.RopewalkChannels;
import dev.ropewalk.lab.experiment.Carriers;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Params;
import java.util.List;
import java.util.Optional;

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
                        .refusing(params -> Carriers.refusalOfWorkers().or(() -> selects(params)))
                        .withJvmArgs("--add-opens=java.base/java.lang=ALL-UNNAMED"),
                Channels.contender(
                                "ropewalk-default",
                                "Ropewalk's channels, on virtual threads of the JDK's scheduler, in a JVM without special flags.",
                                (wiring, workers) -> new BlockingParties(wiring, RopewalkChannels.onCarriers()))
                        .refusing(params ->
                                Carriers.refusal(Workload.workers(params)).or(() -> selects(params))),
                Channels.contender(
                                "ropewalk-callback",
                                "Ropewalk, a strand for each party, and callbacks instead of threads.",
                                StrandParties::new)
                        .refusing(RopewalkEntries::selects));
    }

    private static Optional<String> selects(Params params) {
        return Workload.named(params).selects() ? Optional.of("Ropewalk has no select yet") : Optional.empty();
    }
}
