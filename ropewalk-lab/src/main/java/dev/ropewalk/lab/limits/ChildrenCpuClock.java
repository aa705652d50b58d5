package dev.ropewalk.lab.limits;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The user and system CPU time of all child processes that have ended, from their first instruction to their last. Linux keeps
 * it to the microsecond; what a process can read of itself advances in steps of 10 ms.
 */
final class ChildrenCpuClock {
    private static final int RUSAGE_CHILDREN = -1;
    /** struct rusage of all 64-bit Linux systems: two struct timeval, and 14 numbers. */
    private static final int RUSAGE_LONGS = 2 * 2 + 14;

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_MICRO = 1000;
    private static final boolean LINUX =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux");

    private ChildrenCpuClock() {}

    /** Returns the time in nanoseconds, empty on other systems than Linux. */
    static OptionalLong nanos() {
        return LINUX ? OptionalLong.of(Native.nanos()) : OptionalLong.empty();
    }

    /** Linked when first used, on Linux only. */
    @SuppressWarnings("restricted") // The driver grants native access to every JVM that it starts.
    private static final class Native {
        private static final MethodHandle GETRUSAGE = Linker.nativeLinker()
                .downcallHandle(
                        Linker.nativeLinker().defaultLookup().findOrThrow("getrusage"),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));

        static long nanos() {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment usage = arena.allocate(ValueLayout.JAVA_LONG, RUSAGE_LONGS);
                int error = (int) GETRUSAGE.invokeExact(RUSAGE_CHILDREN, usage);
                if (error != 0) {
                    throw new IllegalStateException("getrusage returned " + error);
                }
                return timeval(usage, 0) + timeval(usage, 2);
            } catch (Throwable e) {
                throw new IllegalStateException("getrusage could not be called", e);
            }
        }

        private static long timeval(MemorySegment usage, int index) {
            return usage.getAtIndex(ValueLayout.JAVA_LONG, index) * NANOS_PER_SECOND
                    + usage.getAtIndex(ValueLayout.JAVA_LONG, index + 1) * NANOS_PER_MICRO;
        }
    }
}
