package dev.ropewalk.cpu.topology;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** Asks for the CPU of the calling thread. A class by itself, so that the handle is a constant that is inlined. */
public final class CurrentCpu {
    private static final int UNKNOWN = -1;

    private static final MethodHandle GET =
            LinuxCalls.available().map(LinuxCalls::getCpu).orElse(MethodHandles.constant(int.class, UNKNOWN));

    private CurrentCpu() {}

    public static int get() {
        try {
            return (int) GET.invokeExact();
        } catch (Throwable e) {
            throw new AssertionError("a C function can't throw", e);
        }
    }
}
