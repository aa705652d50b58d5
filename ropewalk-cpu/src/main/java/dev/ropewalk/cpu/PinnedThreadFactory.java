package dev.ropewalk.cpu;

import dev.ropewalk.cpu.reserve.CpuChoice;
import dev.ropewalk.cpu.topology.LinuxCalls;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Makes threads that pin themselves, each to a CPU of its own.
 *
 * {@snippet class="dev.ropewalk.cpu.snippets.CpuSnippets" region="threads" :
 * try (CpuReservation cpus =
 *                 CpuReservation.builder().name("pricing").cpus(2).reserve();
 *         ExecutorService pool = Executors.newFixedThreadPool(
 *                 2, PinnedThreadFactory.of(cpus, Thread.ofPlatform().name("pricing-", 0)))) {
 *     pool.submit(() -> price());
 * }
 * }
 *
 * <p>Names, daemon flag, priority and the like come from the builder, as it is when the factory is made. A thread has its
 * CPU from when it is made until it ends. When each CPU has one, another thread is refused: two that spin on one CPU would
 * ruin both. But an executor replaces a worker that failed before the worker's thread has ended, and often in that very
 * thread. Therefore a thread of the factory that makes another when no CPU is free hands on its own, and any other caller
 * waits for up to a second until a CPU is free, before it is refused.
 *
 * <p>The factory tries to pin when it is made, and throws if that fails. Should it fail in a thread later, because the
 * control group was changed, then the thread hands the failure to its handler of uncaught exceptions, and runs unpinned.
 *
 * <p><b>What threads inherit.</b> Linux gives a thread the CPUs of the thread that started it. Threads of this factory replace
 * them by their own. Other threads that a pinned thread starts share its CPU, unless they are made by {@link #unpinned}. And
 * asked by a pinned thread, {@link Runtime#availableProcessors()} counts only its CPUs, often one: whatever sizes itself by that,
 * such as a pool, or the common pool if a pinned thread is the first to use it, comes out small. Size pools before, or in another
 * thread.
 *
 * <p>May be used by several threads at once.
 */
public final class PinnedThreadFactory implements ThreadFactory {
    private static final long GRACE_NANOS = 1_000_000_000;
    private static final long POLL_NANOS = 50_000;
    private static final int NONE = -1;

    private final ThreadFactory threads;
    private final List<CpuSet> places;
    private final @Nullable Thread[] users;

    PinnedThreadFactory(List<CpuSet> places, ThreadFactory threads) {
        this.places = places;
        this.threads = threads;
        this.users = new Thread[places.size()];
    }

    /**
     * Returns a factory of as many threads as a reservation has CPUs; if it was made for whole cores, as many as it has
     * cores. Keep the reservation open for as long as the threads run.
     *
     * @throws PinningUnavailableException if this platform can't pin threads
     * @throws IllegalArgumentException if the control group has taken a CPU away
     */
    public static PinnedThreadFactory of(CpuReservation reservation, Thread.Builder.OfPlatform threads) {
        Objects.requireNonNull(reservation, "reservation");
        Objects.requireNonNull(threads, "threads");
        return checked(reservation.parts(), threads);
    }

    /**
     * Returns a factory of as many threads as there are CPUs in the set.
     *
     * @throws PinningUnavailableException if this platform can't pin threads
     * @throws IllegalArgumentException if {@code cpus} is empty, or names CPUs that are offline or not allowed
     */
    public static PinnedThreadFactory of(CpuSet cpus, Thread.Builder.OfPlatform threads) {
        Objects.requireNonNull(cpus, "cpus");
        Objects.requireNonNull(threads, "threads");
        return checked(cpus.stream().mapToObj(CpuSet::of).toList(), threads);
    }

    /** Makes the factory after a try to pin, so that what is wrong with the CPUs shows in the caller. */
    private static PinnedThreadFactory checked(List<CpuSet> places, Thread.Builder.OfPlatform threads) {
        CpuSet all = CpuChoice.union(places);
        try {
            CompletableFuture.runAsync(
                            () -> CpuPinning.pinUnlisted(all),
                            task -> Thread.ofPlatform()
                                    .daemon()
                                    .name("ropewalk-cpu-mask")
                                    .start(task))
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException refusal) {
                throw refusal;
            }
            throw e;
        }
        return new PinnedThreadFactory(places, threads.factory());
    }

    /**
     * Returns a factory of threads that may run on all CPUs of this process, even if a pinned thread makes them. Where
     * threads can't be pinned it makes plain threads.
     */
    public static ThreadFactory unpinned(Thread.Builder.OfPlatform threads) {
        Objects.requireNonNull(threads, "threads");
        ThreadFactory factory = threads.factory();
        return task -> factory.newThread(() -> {
            LinuxCalls.available().ifPresent(PinnedThreadFactory::unpin);
            task.run();
        });
    }

    private static void unpin(LinuxCalls calls) {
        // If the kernel refuses, the thread is better where it is than not at all.
        calls.processAffinity().ifPresent(calls::setThreadAffinity);
    }

    /**
     * Returns an unstarted thread that pins itself when it starts, to a CPU without a living thread of this factory.
     *
     * @throws IllegalStateException if each CPU has one, a second long, and the caller isn't one of them
     */
    @Override
    public Thread newThread(Runnable task) {
        Objects.requireNonNull(task, "task");
        long start = System.nanoTime();
        while (true) {
            Thread thread = tryNewThread(task);
            if (thread != null) {
                return thread;
            }
            if (System.nanoTime() - start > GRACE_NANOS) {
                throw new IllegalStateException("each of the CPUs has a thread already: " + this);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private synchronized @Nullable Thread tryNewThread(Runnable task) {
        int place = place();
        if (place == NONE) {
            return null;
        }
        CpuSet cpus = places.get(place);
        Thread thread = threads.newThread(() -> {
            pin(cpus);
            task.run();
        });
        users[place] = thread;
        return thread;
    }

    /** Pins the current thread for the rest of its life. */
    private static void pin(CpuSet cpus) {
        try {
            CpuPinning.pin(cpus);
        } catch (RuntimeException e) {
            // An executor would wait for ever for a thread that ends before it ran its first task.
            Thread self = Thread.currentThread();
            self.getUncaughtExceptionHandler().uncaughtException(self, e);
        }
    }

    /** Returns a free place, or else that of the calling thread. */
    private int place() {
        int own = NONE;
        for (int i = 0; i < users.length; i++) {
            Thread user = users[i];
            if (user == null || !isLiving(user)) {
                return i;
            }
            if (user.equals(Thread.currentThread())) {
                own = i;
            }
        }
        return own;
    }

    private static boolean isLiving(Thread thread) {
        return thread.getState() != Thread.State.TERMINATED;
    }

    /** Returns the CPUs and their threads. */
    @Override
    public synchronized String toString() {
        var text = new StringJoiner(", ");
        for (int i = 0; i < users.length; i++) {
            Thread user = users[i];
            text.add("CPU " + places.get(i) + (user == null || !isLiving(user) ? " free" : " " + user.getName()));
        }
        return text.toString();
    }
}
