package dev.ropewalk.cpu;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ropewalk.cpu.topology.LinuxCalls;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A kernel with one process of one thread, as far as CPU masks go. */
final class FakeKernel {
    private static final MethodType AFFINITY =
            MethodType.methodType(int.class, MemorySegment.class, int.class, long.class, MemorySegment.class);

    private final CpuSet processMask;
    private CpuSet threadMask;

    /** What the control group admits; anything else is silently left out of a mask that is set. */
    CpuSet cpuset;

    /** With what {@code sched_setaffinity} fails, if not 0. */
    int setErrno;

    /** How small a mask the kernel takes. */
    int smallestMaskBytes = 8;

    FakeKernel(String mask, String cpuset) {
        this.processMask = CpuSet.parse(mask);
        this.threadMask = processMask;
        this.cpuset = CpuSet.parse(cpuset);
    }

    CpuSet threadMask() {
        return threadMask;
    }

    LinuxCalls calls() {
        return new LinuxCalls(
                bind("getAffinity"), bind("setAffinity"), MethodHandles.constant(int.class, threadMask.first()));
    }

    private MethodHandle bind(String method) {
        try {
            return MethodHandles.lookup().bind(this, method, AFFINITY);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no method " + method, e);
        }
    }

    @SuppressWarnings("unused") // called by its name
    private int getAffinity(MemorySegment errno, int thread, long bytes, MemorySegment mask) {
        if (bytes < smallestMaskBytes) {
            return fail(errno, LinuxCalls.EINVAL);
        }
        long[] words =
                (thread == 0 ? threadMask : processMask).intersect(cpuset).toMask();
        MemorySegment.copy(words, 0, mask, JAVA_LONG, 0, words.length);
        return 0;
    }

    @SuppressWarnings("unused") // called by its name
    private int setAffinity(MemorySegment errno, int thread, long bytes, MemorySegment mask) {
        if (setErrno != 0) {
            return fail(errno, setErrno);
        }
        CpuSet granted = CpuSet.ofMask(mask.toArray(JAVA_LONG)).intersect(cpuset);
        if (granted.isEmpty()) {
            return fail(errno, LinuxCalls.EINVAL);
        }
        threadMask = granted;
        return 0;
    }

    private static int fail(MemorySegment errno, int code) {
        errno.set(JAVA_INT, 0, code);
        return -1;
    }
}
