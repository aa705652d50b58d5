package dev.ropewalk.scheduler.park;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.Steps;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a part of the library takes threads, time and chance from if its user gave it no scheduler: from the simulation in which
 * the part is built, or else from the JVM.
 */
public final class Unscheduled {
    private static final ThreadFactory OF_JDK =
            Thread.ofVirtual().inheritInheritableThreadLocals(false).factory();

    private Unscheduled() {}

    /** Returns the scheduler that was given, or else that of the simulation in which the caller runs, or else null. */
    public static @Nullable Scheduler orSimulated(@Nullable Scheduler given) {
        return given == null ? Steps.simulatedScheduler() : given;
    }

    /** Returns what makes virtual threads that inherit no thread-locals: of a scheduler, or of the JDK if it is null. */
    public static ThreadFactory isolatedThreads(@Nullable Scheduler scheduler) {
        return scheduler == null ? OF_JDK : scheduler.isolatedThreadFactory();
    }

    /** Returns a new platform thread that keeps the JVM alive until it ends; in a simulation one of the simulation's threads. */
    public static Thread newPlatformThread(String name, Runnable task) {
        Scheduler simulated = Steps.simulatedScheduler();
        if (simulated == null) {
            return Thread.ofPlatform().name(name).daemon(false).unstarted(task);
        }
        Thread thread = simulated.threadFactory().newThread(task);
        thread.setName(name);
        return thread;
    }

    /** Returns a source of random numbers that the caller owns; in a simulation that of its scheduler. */
    public static RandomGenerator newRandom() {
        Scheduler simulated = Steps.simulatedScheduler();
        return simulated == null ? new SplittableRandom() : simulated.random();
    }
}
