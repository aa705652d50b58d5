package dev.ropewalk.scheduler;

import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.testing.Await;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A program whose heap is full when its tasks, and what the monitor does, fail for the first time, and that has memory again
 * afterwards. It says what lives on. It needs a small heap.
 */
final class NoMemoryProbe {
    private static final int FAILURES = 3;
    private static final int TASKS = 100;
    private static final long MAX_FULL_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int ENOUGH_FOR_A_FAILURE = 1 << 14;
    private static final Tally TALLY = new Tally();

    private static @Nullable Object @Nullable [] filling;

    private NoMemoryProbe() {}

    /** Counts the failures of each thread, and fails in turn, as a handler does that makes a text of them. */
    private static final class Tally implements UncaughtExceptionHandler {
        private final AtomicInteger[] failures = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};
        private final Thread[] threads = new Thread[3];

        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            for (int i = 0; i < threads.length; i++) {
                if (thread.equals(threads[i])) {
                    failures[i].incrementAndGet();
                }
            }
            throw new IllegalStateException(new String(new char[ENOUGH_FOR_A_FAILURE]));
        }

        boolean hasEnded(int i) {
            return failures[i].get() >= FAILURES || !threads[i].isAlive();
        }
    }

    public static void main(String[] arguments) {
        System.setErr(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        WorkStealingScheduler scheduler = RealScheduler.of(
                2,
                builder -> builder.daemon(true).stuckAfter(Duration.ofHours(1)).uncaughtExceptionHandler(TALLY));
        var ticks = new AtomicInteger();
        scheduler.scheduleAtFixedRate(
                scheduler.newStrand(), ticks::incrementAndGet, Duration.ofMillis(1), Duration.ofMillis(1));
        Strand[] strands = {scheduler.newStrand(Placement.PINNED, 0), scheduler.newStrand(Placement.PINNED, 1)};
        var ran = new AtomicInteger();
        Runnable good = ran::incrementAndGet;
        Runnable bad = () -> {
            throw new IllegalStateException(new String(new char[ENOUGH_FOR_A_FAILURE]));
        };
        for (Strand strand : strands) {
            strand.execute(good);
        }
        boolean begun = waitFor(() -> ticks.get() > 10 && ran.get() == 2);
        TALLY.threads[0] = Objects.requireNonNull(scheduler.worker(0).thread());
        TALLY.threads[1] = Objects.requireNonNull(scheduler.worker(1).thread());
        TALLY.threads[2] = monitorOf(scheduler);

        failWithoutMemory(strands, bad);

        for (int i = 0; i < TASKS; i++) {
            for (Strand strand : strands) {
                strand.execute(good);
            }
        }
        int before = ticks.get();
        System.out.println("begun: " + begun);
        System.out.println("all ran: " + waitFor(() -> ran.get() == 2 + 2 * TASKS));
        System.out.println("ticks: " + waitFor(() -> ticks.get() > before + 10));
        System.out.println("closed: " + scheduler.close(Await.DEADLINE).stuck().isEmpty());
    }

    private static Thread monitorOf(WorkStealingScheduler scheduler) {
        String name = RealScheduler.name(scheduler) + "-monitor";
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Keeps the heap full until each thread has failed some times, or has died of that. */
    private static void failWithoutMemory(Strand[] strands, Runnable bad) {
        for (int size = 1 << 16; size > 0; size /= 2) {
            fill(size);
        }
        long end = System.nanoTime() + MAX_FULL_NANOS;
        while (!(TALLY.hasEnded(0) && TALLY.hasEnded(1) && TALLY.hasEnded(2)) && System.nanoTime() - end < 0) {
            fill(1);
            for (int i = 0; i < strands.length; i++) {
                submitIfIdle(strands[i], bad);
            }
        }
        filling = null;
    }

    private static void fill(int size) {
        try {
            while (true) {
                @Nullable Object[] more = new Object[size];
                more[0] = filling;
                filling = more;
            }
        } catch (OutOfMemoryError full) {
            return;
        }
    }

    /** Needs no memory. */
    private static void submitIfIdle(Strand strand, Runnable task) {
        try {
            if (((SerialStrand) strand).isIdle()) {
                strand.execute(task);
            }
        } catch (OutOfMemoryError full) {
            return;
        }
    }

    private static boolean waitFor(BooleanSupplier condition) {
        long end = System.nanoTime() + Await.DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end >= 0) {
                return false;
            }
            LockSupport.parkNanos(100_000);
        }
        return true;
    }
}
