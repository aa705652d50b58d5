package dev.ropewalk.sim.thread;

import dev.ropewalk.scheduler.park.Parking;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * What the JDK says about virtual threads only to itself: all of it is reached by reflection, if {@code java.base} opens {@code
 * java.lang} to this module and to the scheduler's. Nothing is opened here, and nothing tried if it isn't open.
 */
final class JdkThreads {
    private static final @Nullable MethodHandle NEW_BUILDER;
    private static final @Nullable VarHandle STATE;
    private static final @Nullable VarHandle ON_WAITING_LIST;
    private static final @Nullable VarHandle INTERRUPTED;
    private static final @Nullable VarHandle SCHEDULER;
    private static final ScheduledExecutorService @Nullable [] TIMERS;
    private static final @Nullable MethodHandle AFTER_DONE;
    private static final int WAIT;
    private static final int TIMED_WAIT;
    private static final int BLOCKED;
    private static final int UNBLOCKED;

    static {
        MethodHandle newBuilder = null;
        VarHandle state = null;
        VarHandle onWaitingList = null;
        VarHandle interrupted = null;
        VarHandle scheduler = null;
        ScheduledExecutorService[] timers = null;
        MethodHandle afterDone = null;
        int wait = 0;
        int timedWait = 0;
        int blocked = 0;
        int unblocked = 0;
        if (Thread.class.getModule().isOpen("java.lang", JdkThreads.class.getModule()) && Parking.seesCarriers()) {
            try {
                Class<?> builder = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
                Class<?> thread = Class.forName("java.lang.VirtualThread");
                newBuilder = MethodHandles.privateLookupIn(builder, MethodHandles.lookup())
                        .findConstructor(builder, MethodType.methodType(void.class, Executor.class))
                        .asType(MethodType.methodType(Thread.Builder.OfVirtual.class, Executor.class));
                MethodHandles.Lookup inside = MethodHandles.privateLookupIn(thread, MethodHandles.lookup());
                state = inside.findVarHandle(thread, "state", int.class);
                scheduler = inside.findVarHandle(thread, "scheduler", Executor.class);
                onWaitingList = inside.findVarHandle(thread, "onWaitingList", boolean.class);
                interrupted = MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                        .findVarHandle(Thread.class, "interrupted", boolean.class);
                wait = (int)
                        inside.findStaticVarHandle(thread, "WAIT", int.class).get();
                timedWait = (int) inside.findStaticVarHandle(thread, "TIMED_WAIT", int.class)
                        .get();
                blocked = (int)
                        inside.findStaticVarHandle(thread, "BLOCKED", int.class).get();
                unblocked = (int) inside.findStaticVarHandle(thread, "UNBLOCKED", int.class)
                        .get();
                afterDone = inside.findVirtual(thread, "afterDone", MethodType.methodType(void.class))
                        .asType(MethodType.methodType(void.class, Thread.class));
                Class<?> delays = Class.forName("java.lang.VirtualThread$DelayedTaskSchedulers");
                Field instances = delays.getDeclaredField("INSTANCE");
                instances.setAccessible(true);
                timers = (ScheduledExecutorService[]) instances.get(null);
                // It starts virtual threads that serve the sockets of all others. Were it initialized by a simulated
                // thread, they
                // would belong to a world, and end with it.
                Class.forName("sun.nio.ch.Poller");
            } catch (ReflectiveOperationException otherJdk) {
                newBuilder = null;
            }
        }
        NEW_BUILDER = newBuilder;
        STATE = state;
        ON_WAITING_LIST = onWaitingList;
        INTERRUPTED = interrupted;
        SCHEDULER = scheduler;
        TIMERS = timers;
        AFTER_DONE = afterDone;
        WAIT = wait;
        TIMED_WAIT = timedWait;
        BLOCKED = blocked;
        UNBLOCKED = unblocked;
    }

    private JdkThreads() {}

    static boolean canBeCarried() {
        return NEW_BUILDER != null && TIMERS != null;
    }

    /** Returns the JDK's timers of virtual threads, each of which can be replaced in the array. */
    static ScheduledExecutorService[] timers() {
        return Objects.requireNonNull(TIMERS);
    }

    static Thread.Builder.OfVirtual newBuilder(Executor executor) {
        try {
            return (Thread.Builder.OfVirtual)
                    Objects.requireNonNull(NEW_BUILDER).invokeExact(executor);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns whether a virtual thread waits for a monitor, to enter it or to be notified. */
    static boolean waitsForMonitor(Thread thread) {
        int state = (int) Objects.requireNonNull(STATE).getVolatile(thread);
        return state == BLOCKED || state == WAIT || state == TIMED_WAIT;
    }

    /** Returns whether a virtual thread can go on that has waited for a monitor. */
    static boolean isUnblocked(Thread thread) {
        return (int) Objects.requireNonNull(STATE).getVolatile(thread) == UNBLOCKED;
    }

    /** Returns whether the JDK's own thread is going to wake a virtual thread because its monitor was left. */
    static boolean isBeingUnblocked(Thread thread) {
        return (boolean) Objects.requireNonNull(ON_WAITING_LIST).getVolatile(thread);
    }

    /** Takes the mark away that a thread was interrupted, as only that thread itself can do otherwise. */
    static void clearInterrupt(Thread thread) {
        Objects.requireNonNull(INTERRUPTED).setVolatile(thread, false);
    }

    /** Returns what runs the continuation of a thread; null if it isn't virtual. */
    static @Nullable Executor executorOf(Thread thread) {
        return thread.isVirtual() ? (Executor) Objects.requireNonNull(SCHEDULER).get(thread) : null;
    }

    /** Lets a virtual thread that will never run again count as ended: the JDK has a list of all others, for ever. */
    static void forget(Thread thread) {
        try {
            Objects.requireNonNull(AFTER_DONE).invokeExact(thread);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the virtual thread whose continuation the JDK has submitted, if that can be told. */
    static @Nullable Thread threadOf(Runnable continuation) {
        try {
            for (Field captured : continuation.getClass().getDeclaredFields()) {
                if (Thread.class.isAssignableFrom(captured.getType())) {
                    captured.setAccessible(true);
                    return (Thread) captured.get(continuation);
                }
            }
        } catch (ReflectiveOperationException | RuntimeException otherJdk) {
            return null;
        }
        return null;
    }
}
