package dev.ropewalk.lab.experiment;

import dev.ropewalk.scheduler.Scheduler;
import java.util.Optional;

/** The threads that run virtual threads: as many as there are cores if they are the JDK's, whatever a cell wants. */
public final class Carriers {
    private Carriers() {}

    /** Returns why a contender on the JDK's virtual threads stays out of a cell, empty if it has as many workers as cores. */
    public static Optional<String> refusal(int workers) {
        int cores = Runtime.getRuntime().availableProcessors();
        return workers == cores
                ? Optional.empty()
                : Optional.of("the JDK runs virtual threads on as many carriers as there are cores: " + cores + ", not "
                        + workers);
    }

    /** Returns why a contender whose virtual threads run on Ropewalk's workers stays out, empty if this JVM allows that. */
    public static Optional<String> refusalOfWorkers() {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            return scheduler.carriesVirtualThreads()
                    ? Optional.empty()
                    : Optional.of("this JVM runs virtual threads on its own carriers only; it must be started with"
                            + " --add-opens=java.base/java.lang=ALL-UNNAMED");
        }
    }
}
