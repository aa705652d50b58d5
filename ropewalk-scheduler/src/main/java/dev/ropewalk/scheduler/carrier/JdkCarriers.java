package dev.ropewalk.scheduler.carrier;

import dev.ropewalk.scheduler.strand.VirtualThreads;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The JDK's carriers, and the same in all but one thing: the sleeps and timed waits of virtual threads end in batches, as a {@link WheelTimer}
 * says. The JDK wakes a timer's thread for each of them, and a carrier for each, if one sleeps: with many threads that sleep that is half of
 * the CPU time that isn't their own.
 *
 * <p>JDK 25 asks a virtual thread's scheduler for its timeouts if that is a {@code ForkJoinPool}, and else asks it only to execute. So this is a
 * pool by its type only. It has no threads, and hands all that it is asked to execute to the JDK's pool, whose carriers then take all else from
 * that pool.
 *
 * <p>Left to the JDK are delays that are too long for the wheel, and those that aren't in nanoseconds: the ends of {@code Object.wait}, which may
 * have to wait for a debugger that has suspended the thread, and would hold up others of their batch.
 *
 * <p>Virtual threads that are started by such a thread have the same scheduler, the JDK's own pollers of sockets among them. They are carried as
 * ever.
 */
public final class JdkCarriers extends ForkJoinPool {
    private final ForkJoinPool jdk;
    private final WheelTimer timer;

    JdkCarriers(ForkJoinPool jdk, ThreadFactory timerThreads) {
        super(1, jdk.getFactory(), null, true);
        this.jdk = jdk;
        this.timer = new WheelTimer(jdk, timerThreads);
    }

    /**
     * Returns what makes virtual threads on these carriers that inherit no thread-locals. Their waits end when the JDK's do if the JVM doesn't
     * let them have a scheduler of this kind.
     */
    public static ThreadFactory isolatedThreads() {
        return Threads.FACTORY;
    }

    /** What is made when first asked for, and then there for good. Makes the timer's thread. */
    private static final class Threads implements ThreadFactory {
        static final ThreadFactory FACTORY =
                builder().inheritInheritableThreadLocals(false).factory();

        static Thread.Builder.OfVirtual builder() {
            return VirtualThreads.canBeCarried() && VirtualThreads.jdkScheduler() instanceof ForkJoinPool jdk
                    ? VirtualThreads.newBuilder(new JdkCarriers(jdk, new Threads()))
                    : Thread.ofVirtual();
        }

        @Override
        public Thread newThread(Runnable timer) {
            return Thread.ofPlatform()
                    .name("ropewalk-carrier-timer")
                    .daemon()
                    .inheritInheritableThreadLocals(false)
                    .unstarted(timer);
        }
    }

    @Override
    public void execute(Runnable task) {
        jdk.execute(task);
    }

    @Override
    public void execute(ForkJoinTask<?> task) {
        jdk.execute(task);
    }

    @Override
    public <T> ForkJoinTask<T> externalSubmit(ForkJoinTask<T> task) {
        return jdk.externalSubmit(task);
    }

    @Override
    public <T> ForkJoinTask<T> lazySubmit(ForkJoinTask<T> task) {
        return jdk.lazySubmit(task);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        ScheduledFuture<?> timeout = unit == TimeUnit.NANOSECONDS && delay <= WheelTimer.MAX_DELAY_NANOS
                ? timer.schedule(command, Math.max(delay, 0))
                : null;
        return timeout == null ? jdk.schedule(command, delay, unit) : timeout;
    }
}
