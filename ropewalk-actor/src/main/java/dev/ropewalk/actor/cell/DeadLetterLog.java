package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.support.Loggers;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Logs dead letters at a limited rate: the first few of each window of time one by one, and how many more there were when the
 * window is over. A window begins with a dead letter, and a timer is armed only when one was held back. The log names the
 * type of a message, not its content, which may be large or secret.
 *
 * <p>There is no lock. Threads count in the window that they find, and the thread that takes a window out of {@code current}
 * closes it: it exchanges its count for a negative one and logs what it was. A thread that counts in a closed window sees that, and looks for
 * the next. So each dead letter is counted in exactly one window, and no summary misses one.
 */
public final class DeadLetterLog {
    static final int LOGGED_SINGLY = 10;
    static final Duration WINDOW = Duration.ofSeconds(5);

    private static final int CLOSED = Integer.MIN_VALUE;

    /** A time in which few dead letters are logged. */
    private record Window(long start, AtomicInteger count) {
        boolean isOver(long now) {
            return now - start >= WINDOW.toNanos();
        }
    }

    /** Runs something later. */
    public interface Delay {
        void run(Runnable task, Duration delay);
    }

    private final String system;
    private final LongSupplier nanoTime;
    private final Delay later;
    private final AtomicReference<@Nullable Window> current = new AtomicReference<>();

    public DeadLetterLog(String system, LongSupplier nanoTime, Delay later) {
        this.system = system;
        this.nanoTime = nanoTime;
        this.later = later;
    }

    void add(DeadLetter letter) {
        if (!Loggers.LOG.isLoggable(Level.INFO)) {
            return;
        }
        while (true) {
            Window window = windowAt(nanoTime.getAsLong());
            int before = window.count.getAndIncrement();
            if (before >= 0) {
                if (before < LOGGED_SINGLY) {
                    Loggers.LOG.log(Level.INFO, () -> describe(letter), null);
                } else if (before == LOGGED_SINGLY) {
                    later.run(() -> end(window), WINDOW);
                }
                return;
            }
        }
    }

    /** Logs what is still held back. */
    void flush() {
        Window window = current.getAndSet(null);
        if (window != null) {
            close(window);
        }
    }

    private Window windowAt(long now) {
        while (true) {
            Window window = current.get();
            if (window != null && !window.isOver(now)) {
                return window;
            }
            Window next = new Window(now, new AtomicInteger());
            if (current.compareAndSet(window, next)) {
                if (window != null) {
                    close(window);
                }
                return next;
            }
        }
    }

    private void end(Window window) {
        if (current.compareAndSet(window, null)) {
            close(window);
        }
    }

    private void close(Window window) {
        int heldBack = window.count.getAndSet(CLOSED) - LOGGED_SINGLY;
        if (heldBack > 0) {
            Loggers.LOG.log(
                    Level.INFO,
                    () -> "actor system " + system + ": " + heldBack + " more dead letters within " + WINDOW.toSeconds()
                            + " s",
                    null);
        }
    }

    private static String describe(DeadLetter letter) {
        return "dead letter to " + letter.recipient().path() + ": a "
                + letter.message().getClass().getName() + ", because "
                + switch (letter.reason()) {
                    case STOPPED -> "the actor has stopped";
                    case MAILBOX_FULL -> "its mailbox was full";
                    case UNSTASHED -> "it dropped its stash";
                };
    }
}
