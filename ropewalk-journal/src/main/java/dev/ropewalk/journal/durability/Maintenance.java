package dev.ropewalk.journal.durability;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.journal.JournalFullException;
import dev.ropewalk.journal.files.FileLoop;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.IdleWait;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The thread of an open journal that does its housekeeping, so that appenders and tailers don't. It sleeps until a task is due or
 * it is woken, and starts with the first wake-up: an idle journal costs nothing.
 *
 * <p>A wake-up sets a flag before it unparks; the thread clears the flag before it runs the tasks. So what was changed
 * before a wake-up is seen by a run of the tasks after it.
 */
public final class Maintenance implements IdleWait, AutoCloseable {
    /** Something to do now and then. */
    @FunctionalInterface
    public interface Task {
        /** A delay that never ends. */
        long NEVER = Parking.FOREVER;

        /** Does what is due, and returns after how many nanoseconds to come again without a wake-up. */
        long run();
    }

    private static final SafeLog LOG = new SafeLog("dev.ropewalk.journal", Maintenance.class);
    private static final long RETRY_NANOS = 1_000_000_000;

    private final String journal;
    private final LimitedLog log;
    private List<Task> tasks = List.of();
    private volatile @Nullable FileLoop loop;
    private volatile boolean woken;
    private volatile boolean closed;
    private String lastFailure = "";

    public Maintenance(String journal) {
        this.journal = journal;
        this.log = new LimitedLog(LOG, "housekeeping of the journal in " + journal);
    }

    /** Sets what to do, once, before the first wake-up. */
    public void setTasks(List<Task> all) {
        tasks = all;
    }

    /** Has all tasks run soon. What tasks do themselves doesn't count: the last one deals with it. */
    public void wake() {
        FileLoop known = loop;
        if (woken || tasks.isEmpty() || (known != null && known.isCaller())) {
            return;
        }
        woken = true;
        FileLoop running = started();
        if (running != null) {
            running.wake();
        }
    }

    private synchronized @Nullable FileLoop started() {
        if (loop == null && !closed) {
            var started = new FileLoop("ropewalk-journal-maintenance", this::run);
            started.start();
            // Not before: if there is no memory for a thread, the next wake-up tries again.
            loop = started;
        }
        return loop;
    }

    private void run() {
        while (!closed) {
            woken = false;
            long due = Task.NEVER;
            for (Task task : tasks) {
                due = Math.min(due, run(task));
            }
            if (!woken && !closed) {
                Parking.park(this, due);
                forgetInterrupt();
            }
        }
    }

    private long run(Task task) {
        try {
            return task.run();
        } catch (JournalClosedException e) {
            return Task.NEVER;
        } catch (JournalFullException e) {
            // The appender that needs the room will be told.
            return Task.NEVER;
        } catch (RuntimeException | Error e) {
            warn(e);
            return RETRY_NANOS;
        }
    }

    /** Says what has failed, once in a row. Neither a logger that throws nor a lack of memory ends the thread. */
    private void warn(Throwable e) {
        try {
            if (!closed && !lastFailure.equals(e.toString())) {
                lastFailure = e.toString();
                log.log(Level.WARNING, () -> "housekeeping of the journal in " + journal + " failed", e);
            }
        } catch (RuntimeException | Error ignored) {
            // The task comes again.
        }
    }

    /** Stops the thread, and waits until it has stopped. */
    @Override
    public void close() {
        closed = true;
        FileLoop running;
        synchronized (this) {
            running = loop;
        }
        if (running == null) {
            return;
        }
        running.wake();
        running.awaitEnd();
        log.end(Level.WARNING);
    }

    /** An interrupt asks nothing of this thread; with its mark each park would return at once. */
    private static void forgetInterrupt() {
        boolean ignored = Thread.interrupted();
    }
}
