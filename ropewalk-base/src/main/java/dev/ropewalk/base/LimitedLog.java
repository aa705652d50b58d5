package dev.ropewalk.base;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.ResourceBundle;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one part, a pipeline for instance, logs of failures, which may come at any rate: ten lines at once, then one a second. The next
 * line tells how many were held back before it, and {@link #end} those that no line has told. The stack of a failure is logged
 * once for its {@linkplain FailureKinds kind}; later failures of that kind are one line each.
 *
 * <p>Thread-safe. Each failure whose level is logged either gets a line or is counted, once: {@link RateLimit} decides that in one
 * step, and what fails between that step and the logger is counted again. The logger and all code of users run outside of
 * locks. Nothing is thrown: the threads that have met a failure must go on. A level that isn't logged costs one question.
 *
 * <p>It is a logger for the reason for which {@link SafeLog} is one. What isn't a failure isn't limited.
 *
 * <p>What a line without a text of its own needs is made and initialized with this, since the first failure may be a lack of memory.
 */
public final class LimitedLog implements Logger {
    private final SafeLog log;
    private final String part;
    private final LongSupplier clock;
    private final RateLimit limit;
    private final FailureKinds kinds = new FailureKinds();

    /** Makes the log of a part by the JVM's clock: also in a simulation, since people read its log in real time. */
    public LimitedLog(SafeLog log, String part) {
        this(log, part, new RealClock());
    }

    /**
     * Makes the log of a part.
     *
     * @param part what a line without a text of its own begins with, such as "the pipeline payments"
     * @param clock in nanoseconds
     */
    public LimitedLog(SafeLog log, String part, LongSupplier clock) {
        this.log = Objects.requireNonNull(log, "log");
        this.part = Objects.requireNonNull(part, "part");
        this.clock = Objects.requireNonNull(clock, "clock");
        limit = new RateLimit(clock.getAsLong());
        Objects.requireNonNull(Level.WARNING);
    }

    /**
     * Logs a failure, or counts it.
     *
     * @param text names the part; asked for only if the line is logged
     */
    @Override
    public void log(Level level, Supplier<String> text, Throwable thrown) {
        logOrCount(level, text, thrown);
    }

    /**
     * Logs what no code has thrown, without a stack, or counts it.
     *
     * @param text names the part; asked for only if the line is logged
     */
    @Override
    public void log(Level level, Supplier<String> text) {
        logOrCount(level, text, null);
    }

    private void logOrCount(Level level, Supplier<String> text, @Nullable Throwable thrown) {
        long heldBack = RateLimit.HELD_BACK;
        try {
            if (log.isLoggable(level)) {
                heldBack = limit.tryPass(clock.getAsLong());
                if (heldBack != RateLimit.HELD_BACK) {
                    write(level, text, thrown, heldBack);
                }
            }
        } catch (Throwable noMemory) {
            writeWithoutMemory(level, thrown, heldBack);
        }
    }

    /**
     * Logs a failure of a part, or counts it. What makes the line is made in here, where it may fail for want of memory.
     *
     * @param text what the line begins with
     * @param part whose name the line ends with; asked for only if the line is logged
     */
    void log(Level level, String text, ContextPart part, Throwable thrown) {
        try {
            log(level, new TextOfPart(text, part), thrown);
        } catch (Throwable noMemory) {
            count(1);
        }
    }

    /** Logs how many lines were held back and that no other line has told, at the end of the part. */
    public void end(Level level) {
        long heldBack = 0;
        try {
            heldBack = limit.takeHeldBack();
            if (heldBack > 0) {
                log.log(level, part + ": " + held(heldBack));
            }
        } catch (Throwable noMemory) {
            count(heldBack);
        }
    }

    @Override
    public String getName() {
        return log.getName();
    }

    @Override
    public boolean isLoggable(Level level) {
        return log.isLoggable(level);
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String text, @Nullable Throwable thrown) {
        log.log(level, bundle, text, thrown);
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String text, Object @Nullable ... parameters) {
        log.log(level, bundle, text, parameters);
    }

    private void write(Level level, Supplier<String> text, @Nullable Throwable thrown, long heldBack) {
        String suffix = heldBack == 0 ? "" : " (" + held(heldBack) + ")";
        if (thrown == null || kinds.addIfNew(thrown)) {
            log.log(level, textOf(text) + suffix, thrown);
        } else {
            log.log(level, textOf(text) + suffix + ": " + FailureKinds.line(thrown));
        }
    }

    private String textOf(Supplier<String> text) {
        try {
            return text.get();
        } catch (Throwable broken) {
            return part + ": a failure whose text can't be made, because of "
                    + broken.getClass().getName();
        }
    }

    /** What was let through is told by the name of the part alone; what was counted for that line is counted for the next. */
    private void writeWithoutMemory(Level level, @Nullable Throwable thrown, long heldBack) {
        if (heldBack == RateLimit.HELD_BACK) {
            count(1);
            return;
        }
        count(heldBack);
        try {
            log.log(level, part, thrown);
        } catch (Throwable noStack) {
            count(1);
        }
    }

    private void count(long lines) {
        try {
            limit.addHeldBack(lines);
        } catch (Throwable noStack) {
            return; // it is worth a count, but not the thread
        }
    }

    /** Not a lambda: the first use of one takes time, and a scheduler starts with a log. */
    private static final class RealClock implements LongSupplier {
        @Override
        public long getAsLong() {
            return System.nanoTime();
        }
    }

    /** A line that ends with the name of a part. Not a lambda: the first use of one takes much memory. */
    private record TextOfPart(String text, ContextPart part) implements Supplier<String> {
        @Override
        public String get() {
            return text + part.contextName();
        }
    }

    private static String held(long lines) {
        return lines + (lines == 1 ? " more line was" : " more lines were") + " held back";
    }
}
