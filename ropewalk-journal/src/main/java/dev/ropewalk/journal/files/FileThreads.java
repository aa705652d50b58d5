package dev.ropewalk.journal.files;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.JournalFullException;
import dev.ropewalk.journal.JournalIoException;
import dev.ropewalk.journal.RecordsGoneException;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.SimulatedFiles;
import dev.ropewalk.scheduler.step.Steps;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which all files are opened, locked, mapped and written. They are never interrupted: an interrupt of a thread
 * inside a {@link java.nio.channels.FileChannel} closes the channel, and that would drop all the process's locks on the file. The
 * callers' interrupts stay pending meanwhile. Idle threads end after a while.
 *
 * <p>Linux gives a thread the CPUs of the thread that starts it, which may be an appender's, pinned to a CPU for itself. So each
 * of the journal's own threads first lets go of that, where native access is enabled.
 */
public final class FileThreads {
    /** Work on files. */
    public interface Work<T> {
        /** Does it. */
        T run() throws IOException;
    }

    // What Linux calls ENOSPC and EDQUOT, where its language is English.
    private static final Set<String> FULL = Set.of("No space left on device", "Disk quota exceeded");

    private static final SafeLog LOG = new SafeLog("dev.ropewalk.journal", FileThreads.class);
    private static final LimitedLog FAILURES = new LimitedLog(LOG, "files of journals");
    private static final ThreadPoolExecutor POOL = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 2, TimeUnit.SECONDS, new SynchronousQueue<>(), FileThread::new);

    private FileThreads() {}

    /** Returns an executor on these threads, for work without a waiter: a failure is logged with the file that it is about. */
    public static Executor executor(Path file) {
        return task -> start(() -> {
            try {
                task.run();
            } catch (JournalClosedException | RecordsGoneException e) {
                // It came too late, and isn't needed any more.
            } catch (JournalException | InternalError e) {
                FAILURES.log(Level.WARNING, () -> "work beside " + file + " failed", e);
            }
        });
    }

    private static void start(Runnable task) {
        Scheduler simulated = Steps.simulatedScheduler();
        if (simulated == null) {
            POOL.execute(task);
        } else {
            newThread(simulated, "ropewalk-journal-files", task).start();
        }
    }

    /** Returns a thread that belongs to these, for the journal's own loops. */
    public static Thread newThread(String name, Runnable loop) {
        Scheduler simulated = Steps.simulatedScheduler();
        if (simulated != null) {
            return newThread(simulated, name, loop);
        }
        Thread thread = new FileThread(loop);
        thread.setName(name);
        return thread;
    }

    /** Starts a virtual thread for code of users. */
    public static void startVirtualThread(Runnable task) {
        Scheduler simulated = Steps.simulatedScheduler();
        if (simulated == null) {
            Thread.startVirtualThread(task);
        } else {
            newThread(simulated, "ropewalk-journal-told", task).start();
        }
    }

    private static Thread newThread(Scheduler simulated, String name, Runnable task) {
        Thread thread = simulated.threadFactory().newThread(task);
        thread.setName(name);
        return thread;
    }

    /**
     * Runs work on one of these threads, and waits for it whether or not the caller is interrupted.
     *
     * @param path what the work is about, named in the exception that an {@link IOException} becomes
     */
    public static <T> T call(Path path, Work<T> work) {
        // An interrupt closes no file of a simulation.
        if (Thread.currentThread() instanceof FileThread || SimulatedFiles.of(path) != null) {
            return translated(path, work);
        }
        var call = new Call<>(path, work);
        POOL.execute(call);
        try {
            return call.await();
        } catch (JournalException e) {
            // The caller's stack says more than the other thread's.
            e.setStackTrace(new Throwable().getStackTrace());
            throw e;
        }
    }

    /** Work with a waiter. Its outcome is kept without new memory, so that the caller learns of a lack of memory, too. */
    private static final class Call<T> implements Runnable {
        private final Path path;
        private final Work<T> work;
        private final Thread caller = Thread.currentThread();
        private @Nullable T result;
        private @Nullable Throwable failure;
        private volatile boolean done;

        Call(Path path, Work<T> work) {
            this.path = path;
            this.work = work;
        }

        @Override
        public void run() {
            try {
                result = translated(path, work);
            } catch (RuntimeException | Error e) {
                failure = e;
            } finally {
                done = true;
                Parking.unpark(caller);
            }
        }

        @SuppressWarnings("NullAway") // A result is null only where T may be.
        T await() {
            boolean interrupted = false;
            while (!done) {
                Parking.park(this, Parking.FOREVER);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                caller.interrupt();
            }
            return switch (failure) {
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                case null, default -> result;
            };
        }
    }

    private static <T> T translated(Path path, Work<T> work) {
        try {
            return work.run();
        } catch (ClosedChannelException e) {
            throw new JournalClosedException("the journal in " + path + " was closed meanwhile");
        } catch (IOException e) {
            throw failure(path, e);
        }
    }

    public static JournalIoException failure(Path path, IOException e) {
        String what = switch (e) {
            case AccessDeniedException denied -> "permission denied: " + denied.getMessage();
            // Its message is mostly the bare path.
            case FileSystemException system -> system.toString();
            default -> String.valueOf(e.getMessage());
        };
        String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        if (FULL.contains(String.valueOf(reason))) {
            // Perhaps for want of inodes, while there is room.
            return new JournalFullException("there is no room for work on " + path + ": " + what, e);
        }
        return new JournalIoException("the system refused work on " + path + ": " + what, e);
    }

    private static final class FileThread extends Thread {
        FileThread(Runnable loop) {
            super(null, loop, "ropewalk-journal-files", 0, false);
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                NativeCalls.available().ifPresent(NativeCalls::unpinThread);
            } catch (RuntimeException | Error e) {
                // It runs on fewer CPUs, which is better than not at all: a caller may wait for it already.
            }
            super.run();
        }
    }
}
