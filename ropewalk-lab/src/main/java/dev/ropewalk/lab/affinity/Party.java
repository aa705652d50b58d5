package dev.ropewalk.lab.affinity;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A contender's parts.
 *
 * @param jvmArgs what its JVMs need
 */
record Party(String name, String description, List<String> jvmArgs, Transport.Opener transport, Logs logs) {
    /** Returns the contender for the driver. */
    Contender contender() {
        return Contender.of(name, description, cell -> trial(Load.of(cell.params())))
                .withJvmArgs(jvmArgs.toArray(String[]::new))
                .refusing(params -> refusal(Load.of(params)));
    }

    private Trial trial(Load load) throws IOException {
        return switch (load.workload()) {
            case PING_PONG, THROUGHPUT -> new ThreadsTrial(this, load);
            case PROCESSES -> new ProcessesTrial(this, load);
            case DURABLE -> new DurableTrial(this, load);
            case RECOVERY -> new RecoveryTrial(this, load);
        };
    }

    /** Returns why this one can't do what a cell asks for, empty if it can. */
    private Optional<String> refusal(Load load) {
        Optional<String> unable = switch (load.workload()) {
            case PING_PONG, PROCESSES, THROUGHPUT -> Optional.empty();
            case DURABLE -> logs.notDurable();
            case RECOVERY -> logs.notRecovered();
        };
        return unable.or(() -> load.setup().refusal(CpuTopology.detect()))
                .or(() -> load.storage().refusal());
    }

    /**
     * Opens channels in a directory.
     *
     * @param first whether this process is the first to open them there
     */
    Transport transport(Path directory, Load load, boolean first) throws Exception {
        return transport.open(directory, load, first);
    }

    /** Opens the log in a directory. */
    Log log(Path directory, Load load) throws Exception {
        return logs.opener().open(directory, load);
    }

    /**
     * What a contender can do with entries that last.
     *
     * @param notDurable why it has no durable entries, empty if it has
     * @param notRecovered why there is nothing to recover, empty if there is
     */
    record Logs(Log.Opener opener, Optional<String> notDurable, Optional<String> notRecovered) {
        static Logs of(Log.Opener opener) {
            return new Logs(opener, Optional.empty(), Optional.empty());
        }

        static Logs none(String reason) {
            return new Logs(
                    (directory, load) -> {
                        throw new IOException(reason);
                    },
                    Optional.of(reason),
                    Optional.of(reason));
        }
    }
}
