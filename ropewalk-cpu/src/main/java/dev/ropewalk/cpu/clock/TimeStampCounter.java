package dev.ropewalk.cpu.clock;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * The time stamp counter of this machine. A class by itself, so that the handle is a constant that is inlined; of use only
 * where {@link TscSupport} has a stub.
 */
final class TimeStampCounter extends Counter {
    private static final MethodHandle READ = TscSupport.stub().orElse(MethodHandles.constant(long.class, 0L));

    @Override
    long ticks() {
        try {
            return (long) READ.invokeExact();
        } catch (Throwable e) {
            throw new AssertionError("machine code can't throw", e);
        }
    }

    @Override
    long systemNanos() {
        return System.nanoTime();
    }
}
