package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.result.Probe;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A fixed piece of computing on every core at once. It takes the same time whenever it is run on an idle machine; what it
 * takes more, other programs or other machines on the same hardware have taken.
 */
final class Calibration {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int STEPS = 20_000_000;
    private static final int WARM_UP = 3;
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static boolean warm;

    private Calibration() {}

    /** The time that one core's part took, by the clock and on the CPU. */
    private record Part(double wallNanos, double cpuNanos) {
        /** Returns the part of the time for which it ran: at most all of it, and all where the system doesn't tell. */
        double share() {
            return cpuNanos > 0 ? Math.min(1, cpuNanos / wallNanos) : 1;
        }
    }

    /** Returns what the machine gives at this moment. */
    static synchronized Probe probe() throws InterruptedException {
        try (ExecutorService pool = Executors.newFixedThreadPool(CORES)) {
            for (int k = 0; !warm && k < WARM_UP; k++) {
                run(pool);
            }
            warm = true;
            return run(pool);
        }
    }

    private static Probe run(ExecutorService pool) throws InterruptedException {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        List<Callable<Part>> parts = new ArrayList<>();
        for (int core = 0; core < CORES; core++) {
            parts.add(Calibration::compute);
        }
        long start = System.nanoTime();
        double shares = 0;
        for (Future<Part> future : pool.invokeAll(parts)) {
            shares += get(future).share();
        }
        double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
        return new Probe(millis, shares / CORES, load);
    }

    private static Part get(Future<Part> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the calibration loop failed", e);
        }
    }

    private static Part compute() {
        long start = System.nanoTime();
        long startCpu = cpuNanos();
        long state = 1;
        for (int step = 0; step < STEPS; step++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
        }
        if (state == 0) {
            throw new AssertionError("a xorshift generator never gets to zero");
        }
        return new Part(System.nanoTime() - start, cpuNanos() - startCpu);
    }

    private static long cpuNanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : 0;
    }
}
