package dev.ropewalk.scheduler.strand;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads on the workers, and which worker carries the calling one.
 *
 * <p>JDK 25 can run a virtual thread on any executor, but says so only to itself: the builder's constructor that takes one
 * isn't public, nor are the methods that tell the carrier and the JDK's own executor. All are reached if {@code java.base}
 * opens {@code java.lang} to this module; nothing is opened here, and nothing tried if it isn't, so that no warning is
 * printed.
 *
 * <p>Why code in a carried virtual thread may do what only the worker's own thread may, such as pushing to its deque: the
 * thread found by {@link #carrierOrCurrent} stays the carrier until the virtual thread unmounts, and on this JDK it
 * unmounts only where it parks, yields, waits or finds a monitor taken. None of this is on the way from looking for the
 * worker to the end of the push: it takes no lock, and wakes other threads without waiting for them. In between a virtual
 * thread is never preempted. Besides, when the JDK itself submits a continuation it pins the thread that it calls from.
 */
public final class VirtualThreads {
    private static final @Nullable MethodHandle NEW_BUILDER;
    private static final @Nullable MethodHandle CURRENT_CARRIER;
    private static final @Nullable Method JDK_SCHEDULER;
    private static final boolean CARRIED;

    static {
        MethodHandle newBuilder = null;
        MethodHandle currentCarrier = null;
        Method jdkScheduler = null;
        if (Thread.class.getModule().isOpen("java.lang", VirtualThreads.class.getModule())) {
            try {
                newBuilder = findNewBuilder();
                currentCarrier = MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                        .findStatic(Thread.class, "currentCarrierThread", MethodType.methodType(Thread.class));
                jdkScheduler = findJdkScheduler();
            } catch (ReflectiveOperationException otherJdk) {
                newBuilder = null;
            }
        }
        NEW_BUILDER = newBuilder;
        CURRENT_CARRIER = currentCarrier;
        JDK_SCHEDULER = jdkScheduler;
        CARRIED = newBuilder != null && probeBuilder(newBuilder);
    }

    private VirtualThreads() {}

    private static MethodHandle findNewBuilder() throws ReflectiveOperationException {
        Class<?> builder = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
        return MethodHandles.privateLookupIn(builder, MethodHandles.lookup())
                .findConstructor(builder, MethodType.methodType(void.class, Executor.class))
                .asType(MethodType.methodType(Thread.Builder.OfVirtual.class, Executor.class));
    }

    /** Finds the method without initialising its class, which takes as long as all else at a scheduler's start. */
    private static Method findJdkScheduler() throws ReflectiveOperationException {
        Method method = Class.forName("java.lang.VirtualThread", false, null).getDeclaredMethod("defaultScheduler");
        method.setAccessible(true);
        return method;
    }

    /** The constructor refuses where the JVM has no continuations and makes each virtual thread a thread of the system. */
    private static boolean probeBuilder(MethodHandle newBuilder) {
        try {
            Executor unused = new Unused();
            return (Thread.Builder.OfVirtual) newBuilder.invokeExact(unused) != null;
        } catch (Throwable refused) {
            return false;
        }
    }

    public static boolean canBeCarried() {
        return CARRIED;
    }

    /** Returns a factory of threads that inherit thread-locals of their makers, or don't. */
    public static ThreadFactory factory(StrandHost host, boolean inherits) {
        if (!CARRIED) {
            return Thread.ofVirtual().inheritInheritableThreadLocals(inherits).factory();
        }
        return new Factory(host, inherits);
    }

    /** Returns a builder of threads that run on an executor. Only if {@link #canBeCarried}. */
    public static Thread.Builder.OfVirtual newBuilder(Executor executor) {
        try {
            return (Thread.Builder.OfVirtual)
                    Objects.requireNonNull(NEW_BUILDER).invokeExact(executor);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the platform thread that runs the calling code: the carrier in a virtual thread, if it can be told. */
    public static Thread carrierOrCurrent() {
        return CARRIED ? carrier() : Thread.currentThread();
    }

    private static Thread carrier() {
        try {
            return (Thread) Objects.requireNonNull(CURRENT_CARRIER).invokeExact();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns what the JDK runs virtual threads on. Only if {@link #canBeCarried}. */
    public static Executor jdkScheduler() {
        return JdkScheduler.INSTANCE;
    }

    /** A class by itself so that the JDK is asked only when the answer is needed. */
    private static final class JdkScheduler {
        static final Executor INSTANCE;

        static {
            try {
                INSTANCE = (Executor) Objects.requireNonNull(JDK_SCHEDULER).invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    private record Factory(StrandHost host, boolean inherits) implements ThreadFactory {
        @Override
        public Thread newThread(Runnable task) {
            return newBuilder(new VirtualThreadTask(host))
                    .inheritInheritableThreadLocals(inherits)
                    .unstarted(task);
        }
    }

    /** An executor to try the constructor with. */
    private static final class Unused implements Executor {
        @Override
        public void execute(Runnable task) {
            throw new UnsupportedOperationException();
        }
    }
}
