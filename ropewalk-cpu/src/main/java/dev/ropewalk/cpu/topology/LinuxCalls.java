package dev.ropewalk.cpu.topology;

import dev.ropewalk.cpu.CpuSet;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Optional;

/**
 * The calls of the C library that this module makes. A thread number of 0 means the calling thread.
 *
 * @param getAffinity {@code sched_getaffinity}, preceded by the place for {@code errno}
 * @param setAffinity {@code sched_setaffinity}, likewise
 * @param getCpu {@code sched_getcpu}
 */
public record LinuxCalls(MethodHandle getAffinity, MethodHandle setAffinity, MethodHandle getCpu) {
    public static final int EPERM = 1;
    public static final int EINVAL = 22;

    private static final int CALLING_THREAD = 0;
    private static final int SMALLEST_MASK_BYTES = 128;
    private static final int LARGEST_MASK_BYTES = (CpuSet.MAX_CPU + 1) / Byte.SIZE;
    private static final VarHandle ERRNO =
            Linker.Option.captureStateLayout().varHandle(PathElement.groupElement("errno"));

    /** Returns the calls; empty where {@link #unavailableReason} says why. */
    public static Optional<LinuxCalls> available() {
        return Linking.RESULT.calls();
    }

    /** Returns why this platform has no such calls; empty if it has. */
    public static Optional<String> unavailableReason() {
        return Linking.RESULT.failure();
    }

    /** Returns the online CPUs that the process's first thread may run on; empty if the kernel doesn't tell. */
    public Optional<CpuSet> processAffinity() {
        return affinity((int) ProcessHandle.current().pid());
    }

    /** Returns the online CPUs that the calling thread may run on; empty if the kernel doesn't tell. */
    public Optional<CpuSet> threadAffinity() {
        return affinity(CALLING_THREAD);
    }

    private Optional<CpuSet> affinity(int thread) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(Linker.Option.captureStateLayout());
            // The kernel refuses a mask that is smaller than its own, whose size it doesn't tell.
            for (int bytes = SMALLEST_MASK_BYTES; bytes <= LARGEST_MASK_BYTES; bytes *= 2) {
                MemorySegment mask = arena.allocate(bytes, Long.BYTES);
                if (call(getAffinity, errno, thread, mask) == 0) {
                    return Optional.of(CpuSet.ofMask(mask.toArray(ValueLayout.JAVA_LONG)));
                }
                if ((int) ERRNO.get(errno, 0L) != EINVAL) {
                    break;
                }
            }
            return Optional.empty();
        }
    }

    /** Keeps the calling thread on these CPUs; returns 0, or the {@code errno} of the refusal. */
    public int setThreadAffinity(CpuSet cpus) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(Linker.Option.captureStateLayout());
            MemorySegment mask = arena.allocateFrom(ValueLayout.JAVA_LONG, cpus.toMask());
            return call(setAffinity, errno, CALLING_THREAD, mask) == 0 ? 0 : (int) ERRNO.get(errno, 0L);
        }
    }

    private static int call(MethodHandle function, MemorySegment errno, int thread, MemorySegment mask) {
        try {
            return (int) function.invokeExact(errno, thread, mask.byteSize(), mask);
        } catch (Throwable e) {
            throw new AssertionError("a C function can't throw", e);
        }
    }
}
