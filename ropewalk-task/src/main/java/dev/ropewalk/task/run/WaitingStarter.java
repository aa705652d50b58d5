package dev.ropewalk.task.run;

import dev.ropewalk.base.Failures;
import dev.ropewalk.scheduler.step.Steps;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Starts waiting tasks while there are slots for them, one thread at a time.
 *
 * <p>Why no call is lost: each call raises {@code calls}. The thread that has raised it from zero starts tasks, and takes away only the
 * calls that it had seen before it looked for tasks. So a call that comes later keeps the count above zero, and the thread looks again. If
 * there is no memory for a runner it takes none away, and looks again until there is: nobody else may come to start what waits.
 */
final class WaitingStarter {
    private final Supplier<@Nullable TaskRunner> admission;
    private final Consumer<TaskRunner> starter;

    /** How many calls aren't answered. */
    private final AtomicInteger calls = new AtomicInteger();

    /**
     * Creates a starter.
     *
     * @param admission admits the next task; returns its runner, or null if none may begin
     * @param starter starts a runner
     */
    WaitingStarter(Supplier<@Nullable TaskRunner> admission, Consumer<TaskRunner> starter) {
        this.admission = admission;
        this.starter = starter;
    }

    /**
     * Has waiting tasks started: by this thread, or by a thread that is at it already, which may be this one further down its
     * stack. A budget may let in any number of tasks, each while the previous one is being started.
     */
    void startWaiting() {
        if (calls.getAndIncrement() > 0) {
            return;
        }
        Throwable failure = null;
        int seen = 1;
        do {
            try {
                for (TaskRunner runner = admission.get(); runner != null; runner = admission.get()) {
                    starter.accept(runner);
                }
            } catch (OutOfMemoryError noMemory) {
                Steps.giveWay(this);
                continue;
            } catch (Throwable thrown) {
                failure = thrown;
            }
            seen = calls.addAndGet(-seen);
        } while (seen > 0);
        if (failure != null) {
            throw Failures.<RuntimeException>unchecked(failure);
        }
    }
}
