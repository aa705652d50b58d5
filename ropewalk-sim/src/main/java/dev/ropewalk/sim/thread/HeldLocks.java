package dev.ropewalk.sim.thread;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which lock of the JDK a thread waits for, and which thread holds it. The JDK's management interface tells this of platform
 * threads only. The JVM knows it of virtual threads, too, and tells it if two packages are {@linkplain #OPTIONS opened}; else a
 * report has no holders. Asked when a world is deadlocked: threads must not run meanwhile.
 */
public final class HeldLocks {
    /** The options of the JVM that let this class look. */
    public static final String OPTIONS = "--add-opens java.base/jdk.internal.vm=ALL-UNNAMED"
            + " --add-opens java.base/java.util.concurrent.locks=ALL-UNNAMED";

    private static final @Nullable MethodHandle OWNER = findOwner();
    private static final @Nullable Snapshots SNAPSHOTS = Snapshots.find();

    private HeldLocks() {}

    /** What the JVM tells of one thread at one moment. */
    private record Snapshots(
            MethodHandle of,
            MethodHandle blockedOn,
            MethodHandle ownsMonitors,
            MethodHandle stackTrace,
            MethodHandle monitorsAt) {
        static @Nullable Snapshots find() {
            if (!isOpen("jdk.internal.vm")) {
                return null;
            }
            try {
                Class<?> type = Class.forName("jdk.internal.vm.ThreadSnapshot");
                MethodHandles.Lookup inside = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
                return new Snapshots(
                        inside.findStatic(type, "of", MethodType.methodType(type, Thread.class))
                                .asType(MethodType.methodType(Object.class, Thread.class)),
                        inside.findVirtual(type, "blockedOn", MethodType.methodType(Object.class))
                                .asType(MethodType.methodType(Object.class, Object.class)),
                        inside.findVirtual(type, "ownsMonitors", MethodType.methodType(boolean.class))
                                .asType(MethodType.methodType(boolean.class, Object.class)),
                        inside.findVirtual(type, "stackTrace", MethodType.methodType(StackTraceElement[].class))
                                .asType(MethodType.methodType(StackTraceElement[].class, Object.class)),
                        inside.findVirtual(type, "ownedMonitorsAt", MethodType.methodType(Stream.class, int.class))
                                .asType(MethodType.methodType(Stream.class, Object.class, int.class)));
            } catch (ReflectiveOperationException otherJdk) {
                return null;
            }
        }
    }

    private static @Nullable MethodHandle findOwner() {
        if (!isOpen("java.util.concurrent.locks")) {
            return null;
        }
        try {
            Class<?> type = AbstractOwnableSynchronizer.class;
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findVirtual(type, "getExclusiveOwnerThread", MethodType.methodType(Thread.class));
        } catch (ReflectiveOperationException otherJdk) {
            return null;
        }
    }

    private static boolean isOpen(String packageName) {
        return Object.class.getModule().isOpen(packageName, HeldLocks.class.getModule());
    }

    /** Returns whether the JVM tells who holds what. */
    public static boolean areTold() {
        return OWNER != null && SNAPSHOTS != null;
    }

    /** Returns the monitor that a thread waits to enter, or what it is parked for; null if it is neither, or can't be told. */
    public static @Nullable Object awaitedBy(Thread thread) {
        Object blocker = LockSupport.getBlocker(thread);
        return blocker == null ? monitorAwaitedBy(thread) : blocker;
    }

    private static @Nullable Object monitorAwaitedBy(Thread thread) {
        Snapshots snapshots = SNAPSHOTS;
        if (snapshots == null || thread.getState() != Thread.State.BLOCKED) {
            return null;
        }
        try {
            return call(() -> snapshots.blockedOn.invokeExact((Object) snapshots.of.invokeExact(thread)));
        } catch (IllegalStateException notBlockedAnyMore) {
            return null;
        }
    }

    /** Returns the thread that holds a lock exclusively, among some; null if none does, or it can't be told. */
    public static @Nullable Thread holder(Object lock, Collection<Thread> among) {
        if (lock instanceof AbstractOwnableSynchronizer) {
            return owner(lock);
        }
        return among.stream()
                .filter(thread -> isAmong(lock, monitorsOf(thread)))
                .findFirst()
                .orElse(null);
    }

    /** Returns the thread that holds a lock of the JDK exclusively; null if none does, or it can't be told. */
    static @Nullable Thread owner(Object lock) {
        MethodHandle owner = OWNER;
        return owner == null || !(lock instanceof AbstractOwnableSynchronizer synchronizer)
                ? null
                : call(() -> (Thread) owner.invokeExact(synchronizer));
    }

    /** Returns whether an object for which a thread is parked belongs to a lock of the JDK. Latches and semaphores look alike. */
    public static boolean isLock(@Nullable Object awaited) {
        return awaited instanceof AbstractOwnableSynchronizer
                && awaited.getClass().getName().startsWith("java.util.concurrent.locks.");
    }

    /** Returns whether a lock of the JDK has no other holders than its {@linkplain #owner owner}: it can't be held for reading. */
    static boolean isExclusive(Object lock) {
        return lock.getClass().getName().startsWith("java.util.concurrent.locks.ReentrantLock$");
    }

    @SuppressWarnings("ReferenceEquality") // a monitor is an object, not what it is equal to
    private static boolean isAmong(Object lock, List<?> monitors) {
        return monitors.stream().anyMatch(monitor -> monitor == lock);
    }

    /** Returns whether a thread has called {@link Object#wait()} and hasn't come back. */
    static boolean waitsToBeNotified(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length > 0
                && stack[0].getClassName().equals("java.lang.Object")
                && stack[0].getMethodName().startsWith("wait");
    }

    /** Returns the monitors that a thread holds, and the one that it has left to be notified; none if that can't be told. */
    static List<?> monitorsOf(Thread thread) {
        Snapshots snapshots = SNAPSHOTS;
        if (snapshots == null) {
            return List.of();
        }
        List<Object> monitors = new ArrayList<>();
        Object snapshot = call(() -> (Object) snapshots.of.invokeExact(thread));
        if (snapshot == null || !call(() -> (boolean) snapshots.ownsMonitors.invokeExact(snapshot))) {
            return monitors;
        }
        StackTraceElement[] stack = call(() -> (StackTraceElement[]) snapshots.stackTrace.invokeExact(snapshot));
        for (int depth = 0; depth < stack.length; depth++) {
            int at = depth;
            Stream<?> held = call(() -> (Stream<?>) snapshots.monitorsAt.invokeExact(snapshot, at));
            held.forEach(monitors::add);
        }
        return monitors;
    }

    private interface Call<T extends @Nullable Object> {
        T invoke() throws Throwable;
    }

    private static <T extends @Nullable Object> T call(Call<T> call) {
        try {
            return call.invoke();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
