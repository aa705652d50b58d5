package dev.ropewalk.sim.engine;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.scheduler.step.SimulatedFault;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs the tasks of users, and knows where what they throw goes: to a handler, or else it ends the host. */
final class UserCode {
    /** A simulated scheduler logs as a real one does. */
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.scheduler", UserCode.class);

    private final WorldHost host;
    private final String name;
    private final LimitedLog failures;
    private final @Nullable Consumer<Throwable> handler;

    /**
     * Creates the runner of a scheduler's tasks.
     *
     * @param name what messages call that scheduler
     * @param handler is told what tasks and threads throw; without it, that ends the world
     */
    UserCode(WorldHost host, String name, @Nullable Consumer<Throwable> handler) {
        this.host = host;
        this.name = name;
        this.failures = new LimitedLog(LOG, name);
        this.handler = handler;
    }

    void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            uncaught(thrown);
        } finally {
            clearInterrupt();
        }
    }

    void run(Consumer<Object> messageHandler, Object message) {
        try {
            messageHandler.accept(message);
        } catch (Throwable thrown) {
            uncaught(thrown);
        } finally {
            clearInterrupt();
        }
    }

    /** An interrupt that was meant for a task must not reach the worker's next one. */
    private static void clearInterrupt() {
        boolean ignored = Thread.interrupted();
    }

    /** A task or a thread has thrown something. */
    void uncaught(Throwable thrown) {
        if (host.ending() != null || thrown instanceof WorldEnded) {
            return;
        }
        if (handler == null) {
            if (!(thrown instanceof SimulatedFault)) {
                host.end(Ending.failed(thrown));
            }
            return;
        }
        try {
            handler.accept(thrown);
        } catch (Throwable second) {
            failures.log(Level.ERROR, () -> "the handler of uncaught exceptions of " + name + " failed", second);
        }
    }
}
