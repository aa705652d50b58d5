package dev.ropewalk.scheduler;

import dev.ropewalk.base.Names;
import dev.ropewalk.scheduler.support.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Closes the parts of a program in an order: phase by phase, each with a time limit. It runs by hand ({@link #run}), or when
 * the JVM is told to end, by a signal or by {@link System#exit}, if {@link #installHook} was called.
 *
 * <p>A member belongs to a phase. A member that fails or hangs doesn't keep the others from being closed; a phase takes at
 * most its time and a second more. All methods may be called from any thread.
 *
 * {@snippet class="dev.ropewalk.scheduler.snippets.SchedulerSnippets" region="shutdown" :
 * var shutdown = CoordinatedShutdown.builder("shop")
 *         .phase("requests", Duration.ofSeconds(5), ShutdownOrder.PARALLEL)
 *         .phase("services", Duration.ofSeconds(10), ShutdownOrder.NEWEST_FIRST)
 *         .build();
 * shutdown.add("requests", "http", () -> server.stop(1));
 * shutdown.add("services", "scheduler", left -> scheduler.close(left));
 * shutdown.installHook();
 * }
 *
 * <p>The phases and their time limits follow Akka's coordinated shutdown.
 */
public final class CoordinatedShutdown {
    /** What is known of a member that tells nothing and hasn't thrown. */
    private enum Silent implements CloseReport {
        CLOSED;

        @Override
        public boolean isComplete() {
            return true;
        }
    }

    private final String name;
    private final List<ShutdownPhase> phases = new ArrayList<>();
    private final FutureTask<ShutdownReport> whole = new FutureTask<>(this::runPhases);
    private final ReentrantLock hookLock = new ReentrantLock();
    private @Nullable Thread hook;

    CoordinatedShutdown(CoordinatedShutdownBuilder builder) {
        this.name = builder.name();
        builder.addPhasesOf(this, phases);
    }

    /**
     * Returns a builder, to which the phases are given in their order.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public static CoordinatedShutdownBuilder builder(String name) {
        return new CoordinatedShutdownBuilder(name);
    }

    /**
     * Adds a member that is closed within a time and says what it left undone.
     *
     * @param phase the name of its phase, which may not have begun
     * @param member its name, for the report; need not be unique
     * @throws IllegalArgumentException if there is no such phase, or the name is blank
     * @throws IllegalStateException if the phase has begun
     */
    public ShutdownMember add(String phase, String member, ShutdownAction action) {
        Objects.requireNonNull(phase, "phase");
        Names.checked(member, "member");
        Objects.requireNonNull(action, "action");
        ShutdownPhase its = phase(phase);
        var added = new ShutdownMember(its, member, action);
        its.add(added);
        return added;
    }

    /**
     * As {@link #add(String, String, ShutdownAction)}, for what is closed without a word: it is interrupted when its phase is over. A
     * {@link TimedCloseable}, as are schedulers, actor systems, clusters and pipelines, is told how much time is left, and its report is taken.
     */
    public ShutdownMember add(String phase, String member, AutoCloseable closeable) {
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(member, "member");
        Objects.requireNonNull(closeable, "closeable");
        if (closeable instanceof TimedCloseable timed) {
            return add(phase, member, left -> timed.close(left));
        }
        return add(phase, member, (ShutdownAction) left -> {
            closeable.close();
            return Silent.CLOSED;
        });
    }

    private ShutdownPhase phase(String wanted) {
        Objects.requireNonNull(wanted, "phase");
        for (ShutdownPhase phase : phases) {
            if (phase.name().equals(wanted)) {
                return phase;
            }
        }
        throw new IllegalArgumentException("shutdown " + name + " has no phase " + wanted + ", only "
                + phases.stream().map(ShutdownPhase::name).toList());
    }

    /**
     * Makes the JVM run this when it is told to end. Once this has run, the JVM no longer knows of it. Calling it again does
     * nothing.
     *
     * <p>What is left undone then is logged and written to standard error, as {@code java.util.logging} may be silent by then:
     * it ends by a hook of its own, and the JVM runs hooks side by side. The same holds for whatever members log.
     *
     * @throws IllegalStateException if the JVM is ending already
     */
    public void installHook() {
        hookLock.lock();
        try {
            if (hook == null && !whole.isDone()) {
                var thread = new Thread(null, this::runAndLog, name + "-shutdown", 0, false);
                Runtime.getRuntime().addShutdownHook(thread);
                hook = thread;
            }
        } finally {
            hookLock.unlock();
        }
    }

    /**
     * Closes all members, unless that was done before, and returns when that is done. Later calls, and those meanwhile, return
     * the same report. An interrupt doesn't end it.
     *
     * @throws IllegalStateException if called by a thread that closes a member, which would wait for itself
     */
    public ShutdownReport run() {
        if (ShutdownCall.isCurrentIn(this)) {
            throw new IllegalStateException(this + " was run by "
                    + Thread.currentThread().getName() + ", which closes a member of it and would wait for itself");
        }
        whole.run();
        ShutdownReport report = await();
        removeHook();
        return report;
    }

    private void runAndLog() {
        ShutdownReport report = run();
        if (!report.isComplete()) {
            String left = this + " left something undone: " + report;
            Log.warning(left);
            // java.util.logging takes its handlers away in a hook of its own, which may have run already.
            System.err.println(left);
        }
    }

    private ShutdownReport runPhases() {
        List<ShutdownReport.Member> reports = new ArrayList<>();
        for (ShutdownPhase phase : phases) {
            phase.run(reports);
        }
        return new ShutdownReport(reports);
    }

    private ShutdownReport await() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return whole.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(this + " was cut short", e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void removeHook() {
        hookLock.lock();
        try {
            if (hook != null) {
                Runtime.getRuntime().removeShutdownHook(hook);
                hook = null;
            }
        } catch (IllegalStateException ending) {
            hook = null;
        } finally {
            hookLock.unlock();
        }
    }

    String name() {
        return name;
    }

    @Override
    public String toString() {
        return "CoordinatedShutdown[" + name + "]";
    }
}
