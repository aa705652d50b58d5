package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A contender and its JVM over all cells of an experiment. Used by one thread. */
final class Lane implements AutoCloseable {
    /** On a busy machine many JVMs that start at once take seconds; the first answer of each waits for that. */
    private static final Duration JVM_START = Duration.ofSeconds(20);

    private final Experiment experiment;
    private final Contender contender;
    private final Budget budget;
    private @Nullable Child child;
    private long ranNanos;
    private int failures;
    private String lastFailure = "";

    Lane(Experiment experiment, Contender contender, Budget budget) {
        this.experiment = experiment;
        this.contender = contender;
        this.budget = budget;
    }

    Contender contender() {
        return contender;
    }

    /** Returns why this contender is given up for good, empty while it isn't. */
    Optional<String> givenUp() {
        return failures < budget.strikes()
                ? Optional.empty()
                : Optional.of("given up after " + failures + (failures == 1 ? " failure: " : " failures, the last: ")
                        + lastFailure);
    }

    /** Starts the JVM if none is running. */
    void start() throws ChildFailure {
        if (child == null) {
            child = Child.start("lab-" + contender.name(), ChildJvm.command(experiment.getClass(), contender));
            ranNanos = 0;
        }
    }

    /** Returns after which time this contender hangs in a cell. */
    Duration timeout(double work, Duration longest) {
        return budget.timeout(work, longest);
    }

    /** Returns the reply of the JVM, which is started if need be. */
    Reply ask(Request request, Duration timeout) throws ChildFailure, InterruptedException {
        start();
        Child asked = child;
        if (asked == null) {
            throw new IllegalStateException(contender.name() + " has no JVM after its start");
        }
        long start = System.nanoTime();
        Reply reply = asked.ask(request, ranNanos == 0 ? timeout.plus(JVM_START) : timeout);
        ranNanos += System.nanoTime() - start;
        return reply;
    }

    /** Returns whether the JVM has run long enough to be called warm. */
    boolean isWarm() {
        return ranNanos >= budget.warmUp().toNanos();
    }

    /** Counts a failure, and kills the JVM, whose state can't be trusted any more. */
    void fail(ChildFailure failure) {
        failures++;
        lastFailure = failure.reason();
        close();
    }

    @Override
    public void close() {
        if (child != null) {
            child.close();
            child = null;
        }
    }
}
