package dev.ropewalk.scheduler.carrier;

import dev.ropewalk.scheduler.strand.VirtualThreads;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Carriers of virtual threads beside the JDK's, the same for the whole JVM, and like those in all but one thing: the sleeps and timed waits
 * of their threads end in batches, as a {@link WheelTimer} says. The JDK wakes a timer's thread for each of them, and a carrier for each,
 * if one sleeps: with many threads that sleep that is half of the CPU time that isn't their own.
 *
 * <p>JDK 25 asks a virtual thread's scheduler for its timeouts if that is a {@code ForkJoinPool}. This one takes the JDK's own factory of
 * carriers, so that a carrier that blocks in a file or in native code is made up for as usual.
 */
public final class CarrierPool extends ForkJoinPool {
    private static final int MAX_CARRIERS = 256;
    private static final long KEEP_ALIVE_SECONDS = 30;

    private final WheelTimer timer = new WheelTimer();

    private CarrierPool(ForkJoinPool ofJdk) {
        super(
                ofJdk.getParallelism(),
                ofJdk.getFactory(),
                null,
                true,
                0,
                limit("jdk.virtualThreadScheduler.maxPoolSize", Math.max(ofJdk.getParallelism(), MAX_CARRIERS)),
                limit("jdk.virtualThreadScheduler.minRunnable", Math.max(ofJdk.getParallelism() / 2, 1)),
                pool -> true,
                KEEP_ALIVE_SECONDS,
                TimeUnit.SECONDS);
    }

    private static int limit(String property, int usual) {
        return Integer.getInteger(property, usual);
    }

    /**
     * Returns what makes virtual threads on these carriers that inherit no thread-locals; on the JDK's carriers if the JVM doesn't let
     * them have others.
     */
    public static ThreadFactory isolatedThreads() {
        return Threads.FACTORY;
    }

    /** Made when first asked for, and then there for good. */
    private static final class Threads {
        static final ThreadFactory FACTORY = make(pool());

        @Nullable
        static CarrierPool pool() {
            if (!VirtualThreads.canBeCarried() || !(VirtualThreads.jdkScheduler() instanceof ForkJoinPool ofJdk)) {
                return null;
            }
            var pool = new CarrierPool(ofJdk);
            pool.timer.start();
            return pool;
        }

        static ThreadFactory make(@Nullable CarrierPool pool) {
            Thread.Builder.OfVirtual builder = pool == null ? Thread.ofVirtual() : VirtualThreads.newBuilder(pool);
            return builder.inheritInheritableThreadLocals(false).factory();
        }
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        long nanos = unit.toNanos(delay);
        return nanos > WheelTimer.MAX_DELAY_NANOS
                ? super.schedule(command, delay, unit)
                : timer.schedule(command, Math.max(nanos, 0));
    }
}
