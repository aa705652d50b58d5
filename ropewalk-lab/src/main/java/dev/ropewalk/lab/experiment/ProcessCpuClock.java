package dev.ropewalk.lab.experiment;

import com.sun.management.OperatingSystemMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * The user and system CPU time of this process. The JDK's own counter advances in steps of 10 ms on Linux, too coarse for
 * an iteration; so {@code clock_gettime} is asked there, and the JDK elsewhere.
 */
final class ProcessCpuClock {
    private static final int CLOCK_PROCESS_CPUTIME_ID = 2;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final boolean LINUX =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux");

    private ProcessCpuClock() {}

    /** Returns the time in nanoseconds, negative where the system doesn't tell. */
    static long nanos() {
        return LINUX ? Native.nanos() : PROCESS.getProcessCpuTime();
    }

    /** Linked when first used, on Linux only. */
    @SuppressWarnings("restricted") // The driver grants native access to every JVM that it starts.
    private static final class Native {
        private static final MethodHandle CLOCK_GETTIME = Linker.nativeLinker()
                .downcallHandle(
                        Linker.nativeLinker().defaultLookup().findOrThrow("clock_gettime"),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));

        static long nanos() {
            // struct timespec, of two longs on all 64-bit systems.
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment time = arena.allocate(ValueLayout.JAVA_LONG, 2);
                int error = (int) CLOCK_GETTIME.invokeExact(CLOCK_PROCESS_CPUTIME_ID, time);
                return error != 0
                        ? -1
                        : time.getAtIndex(ValueLayout.JAVA_LONG, 0) * NANOS_PER_SECOND
                                + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
            } catch (Throwable e) {
                throw new IllegalStateException("clock_gettime could not be called", e);
            }
        }
    }
}
