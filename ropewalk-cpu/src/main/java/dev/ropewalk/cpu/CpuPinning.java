package dev.ropewalk.cpu;

import dev.ropewalk.base.Inventory;
import dev.ropewalk.cpu.topology.LinuxCalls;
import dev.ropewalk.cpu.topology.Sysfs;
import dev.ropewalk.cpu.topology.TopologyReader;
import java.io.File;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the current platform thread on given CPUs until it is closed, which restores the CPUs from before.
 *
 * {@snippet class="dev.ropewalk.cpu.snippets.CpuSnippets" region="pinning" :
 * try (CpuPinning pinning = CpuPinning.pin(CpuSet.of(3))) {
 *     poll();
 * }
 * }
 *
 * <p>Pinnings of one thread nest, and are closed in the reverse order. A thread that ends without closing takes its
 * pinning with it. Threads that a pinned thread starts inherit its CPUs, and keep them when it closes: start helpers
 * first, or make them by {@link PinnedThreadFactory#unpinned}. And while a thread is pinned, {@link Runtime#availableProcessors()} asked by it counts only its CPUs, so that
 * pools sized there come out small.
 *
 * <p>An instance belongs to the thread that made it.
 */
public final class CpuPinning implements AutoCloseable {
    private static final ThreadLocal<@Nullable CpuPinning> INNERMOST = new ThreadLocal<>();
    private static final Inventory<CpuPinning> LIVE = new Inventory<>("thread");

    private final Thread owner = Thread.currentThread();
    private final @Nullable CpuPinning outer = INNERMOST.get();
    private final LinuxCalls calls;
    private final CpuSet cpus;
    private final CpuSet before;
    private Inventory.Entry<CpuPinning> place;
    private boolean closed;

    private CpuPinning(LinuxCalls calls, CpuSet cpus, CpuSet before) {
        this.calls = calls;
        this.cpus = cpus;
        this.before = before;
        this.place = newPlace();
    }

    private Inventory.Entry<CpuPinning> newPlace() {
        return LIVE.place(owner.getName(), this);
    }

    /**
     * Returns the pinnings of this JVM by the names of their threads, in the order in which they were made: one of each thread that lives, the
     * innermost. The map never changes.
     */
    public static Map<String, CpuPinning> live() {
        return LIVE.live(pinning -> !pinning.owner.isAlive());
    }

    /**
     * Pins the current thread.
     *
     * @param cpus where it may run from here on; one or more of the {@linkplain CpuTopology#allowed() allowed} or
     *     {@linkplain CpuTopology#isolated() isolated} CPUs
     * @throws IllegalArgumentException if {@code cpus} is empty, or names CPUs that are offline or not allowed
     * @throws IllegalStateException if the current thread is virtual: not it but its carrier would be pinned, together
     *     with whatever else the carrier runs
     * @throws PinningUnavailableException if this platform can't pin threads, as {@link #unavailableReason} says, or the
     *     kernel refuses
     */
    public static CpuPinning pin(CpuSet cpus) {
        CpuPinning pinning = pinUnlisted(cpus);
        if (pinning.outer != null) {
            pinning.outer.place.leave();
        }
        pinning.place.enter();
        return pinning;
    }

    /** Pins the current thread, which isn't told of to others. */
    static CpuPinning pinUnlisted(CpuSet cpus) {
        Objects.requireNonNull(cpus, "cpus");
        if (cpus.isEmpty()) {
            throw new IllegalArgumentException("can't pin a thread to an empty set of CPUs");
        }
        if (Thread.currentThread().isVirtual()) {
            throw new IllegalStateException(
                    "can't pin the virtual thread " + Thread.currentThread()
                            + ": it would pin its carrier, and every other virtual thread that runs there; pin a platform thread");
        }
        return pin(
                LinuxCalls.available()
                        .orElseThrow(() -> new PinningUnavailableException(
                                LinuxCalls.unavailableReason().orElseThrow())),
                new Sysfs(new File("/sys")),
                cpus);
    }

    /** Pins the current platform thread by these calls, on the machine that the tree describes. */
    static CpuPinning pin(LinuxCalls calls, Sysfs sysfs, CpuSet cpus) {
        CpuSet allowed = calls.processAffinity().orElseThrow(CpuPinning::unreadable);
        if (!allowed.containsAll(cpus)) {
            checkUnlisted(cpus, allowed, sysfs);
        }
        CpuSet before = calls.threadAffinity().orElseThrow(CpuPinning::unreadable);
        set(calls, cpus);
        // The kernel silently leaves out the CPUs that the control group forbids, if any other remains.
        CpuSet granted = calls.threadAffinity().orElseThrow(CpuPinning::unreadable);
        if (!granted.equals(cpus)) {
            set(calls, before);
            throw notAllowed(cpus, cpus.minus(granted), "not in the control group's cpuset");
        }
        var pinning = new CpuPinning(calls, cpus, before);
        INNERMOST.set(pinning);
        return pinning;
    }

    /**
     * Refuses CPUs outside the process's mask. Isolated CPUs pass: they are left out of the mask that a process starts
     * with, and naming them is how they are used.
     */
    private static void checkUnlisted(CpuSet cpus, CpuSet allowed, Sysfs sysfs) {
        CpuSet offline = cpus.minus(TopologyReader.onlineOf(sysfs).union(allowed));
        if (!offline.isEmpty()) {
            throw notAllowed(cpus, offline, "not online");
        }
        CpuSet outside = cpus.minus(allowed).minus(TopologyReader.isolatedOf(sysfs));
        if (!outside.isEmpty()) {
            throw notAllowed(cpus, outside, "outside the CPUs that this process may use, " + allowed);
        }
    }

    private static IllegalArgumentException notAllowed(CpuSet cpus, CpuSet culprits, String why) {
        return new IllegalArgumentException("can't pin a thread to the CPUs " + cpus + ": " + culprits
                + (culprits.size() == 1 ? " is " : " are ") + why);
    }

    private static PinningUnavailableException unreadable() {
        return new PinningUnavailableException("the kernel refuses sched_getaffinity");
    }

    private static void set(LinuxCalls calls, CpuSet cpus) {
        int errno = calls.setThreadAffinity(cpus);
        if (errno == LinuxCalls.EINVAL) {
            throw notAllowed(cpus, cpus, "not in the control group's cpuset");
        }
        if (errno != 0) {
            throw new PinningUnavailableException("the kernel refuses sched_setaffinity to the CPUs " + cpus
                    + " with error " + errno + (errno == LinuxCalls.EPERM ? " (not permitted)" : ""));
        }
    }

    /** Returns why no thread can be pinned on this platform; empty if one can, unless the kernel refuses it then. */
    public static Optional<String> unavailableReason() {
        return LinuxCalls.unavailableReason();
    }

    /** Returns the CPUs that the thread is pinned to. */
    public CpuSet cpus() {
        return cpus;
    }

    /**
     * Lets the thread run where it could before. Does nothing if it was closed before.
     *
     * @throws WrongThreadException if called by another thread than the one that was pinned
     * @throws IllegalStateException if the thread was pinned again since, and that pinning is still open
     */
    @Override
    public void close() {
        if (!owner.equals(Thread.currentThread())) {
            throw new WrongThreadException("the thread " + owner.getName() + " is pinned to the CPUs " + cpus
                    + ", and only it can undo that, not "
                    + Thread.currentThread().getName());
        }
        if (closed) {
            return;
        }
        if (INNERMOST.get() != this) {
            throw new IllegalStateException(
                    "the pinning to the CPUs " + cpus + " has another inside it that is open: close that first");
        }
        // A cpuset that was changed since may have taken all these CPUs away: then the process's are what is left.
        if (calls.setThreadAffinity(before) != 0) {
            set(calls, calls.processAffinity().orElse(before));
        }
        closed = true;
        place.leave();
        if (outer == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(outer);
            outer.place = outer.newPlace();
            outer.place.enter();
        }
    }
}
