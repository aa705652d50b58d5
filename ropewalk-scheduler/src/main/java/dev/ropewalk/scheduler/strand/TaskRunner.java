package dev.ropewalk.scheduler.strand;

import java.util.function.Consumer;

/** Runs the tasks of a {@link SerialStrand}: a worker, or what takes a worker's place when the scheduler has ended. */
public interface TaskRunner {
    /** Runs a task to its end; throws nothing. */
    void runTask(Runnable task);

    /** Has a message handled to its end; throws nothing. */
    void handle(Consumer<Object> handler, Object message);

    /** Called before each further task of a strand: whether {@link #yieldOrRunRound} wants to be asked. */
    boolean tickAndCheck();

    /**
     * Returns whether the strand must be left with tasks in it. If so, the runner has told its caller what becomes of the
     * strand, which may run elsewhere already.
     */
    boolean yieldOrRunRound(SerialStrand strand);
}
