package dev.ropewalk.journal.files;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The calls of the C library that make a journal better where native access is enabled; it works without. Nothing
 * restricted is called without native access, since that would print a warning or throw.
 *
 * @param open {@code open}
 * @param close {@code close}
 * @param allocate {@code posix_fallocate}
 * @param adviseMemory {@code madvise}
 * @param getAffinity {@code sched_getaffinity}
 * @param setAffinity {@code sched_setaffinity}
 * @param syscall {@code syscall}, for {@code membarrier}
 * @param membarrier its number, negative if this machine can't
 */
public record NativeCalls(
        MethodHandle open,
        MethodHandle close,
        MethodHandle allocate,
        MethodHandle adviseMemory,
        MethodHandle getAffinity,
        MethodHandle setAffinity,
        MethodHandle syscall,
        long membarrier) {
    static final int ENOSPC = 28;
    static final int EDQUOT = 122;

    private static final int EINTR = 4;
    private static final int READ_WRITE_CLOSE_ON_EXEC = 0x80002;
    private static final int POPULATE_WRITE = 23;
    private static final int QUERY = 0;
    private static final int GLOBAL = 1;
    private static final int CALLING_THREAD = 0;
    // The kernel refuses a mask smaller than its own, whose size it doesn't tell: this is one of 65 536 CPUs.
    private static final long CPU_MASK_BYTES = 8192;
    private static final Optional<NativeCalls> AVAILABLE = link();

    /** Returns the calls; empty where native access isn't enabled or the system isn't Linux on 64 bits. */
    public static Optional<NativeCalls> available() {
        return AVAILABLE;
    }

    /** Gives a file its blocks on the disk; returns 0, the error's number, or -1 if the file can't be opened. */
    int allocate(Path file, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = (int) open.invokeExact(arena.allocateFrom(file.toString()), READ_WRITE_CLOSE_ON_EXEC, 0);
            if (descriptor < 0) {
                return -1;
            }
            int error;
            do {
                error = (int) allocate.invokeExact(descriptor, 0L, bytes);
            } while (error == EINTR);
            var _ = (int) close.invokeExact(descriptor);
            return error;
        } catch (Throwable e) {
            throw new AssertionError("a C function can't throw", e);
        }
    }

    /** Makes all pages of a mapping present and writable; returns false if the kernel can't. */
    public boolean populate(MemorySegment mapping) {
        try {
            return (int) adviseMemory.invokeExact(mapping, mapping.byteSize(), POPULATE_WRITE) == 0;
        } catch (Throwable e) {
            throw new AssertionError("a C function can't throw", e);
        }
    }

    /**
     * Lets the calling thread run where the process may: on the CPUs of its first thread, in which the Java launcher runs no
     * Java code. If the kernel refuses, the thread is better where it is than not at all.
     */
    void unpinThread() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment own = arena.allocate(CPU_MASK_BYTES, Long.BYTES);
            MemorySegment all = arena.allocate(CPU_MASK_BYTES, Long.BYTES);
            int process = (int) ProcessHandle.current().pid();
            boolean isKnown = (int) getAffinity.invokeExact(CALLING_THREAD, CPU_MASK_BYTES, own) == 0
                    && (int) getAffinity.invokeExact(process, CPU_MASK_BYTES, all) == 0;
            // Services often run under a filter of system calls that ends a process that makes this one.
            if (isKnown && own.mismatch(all) >= 0) {
                var _ = (int) setAffinity.invokeExact(CALLING_THREAD, CPU_MASK_BYTES, all);
            }
        } catch (Throwable e) {
            throw new AssertionError("a C function can't throw", e);
        }
    }

    /**
     * Makes every running thread of the machine pass a full memory barrier. Takes some milliseconds; returns false if the
     * kernel can't, as with CPUs that have no timer tick.
     */
    public boolean fenceAll() {
        return canFence() && membarrier(syscall, membarrier, GLOBAL) == 0;
    }

    /** Returns whether the kernel said that it can do that. */
    public boolean canFence() {
        return membarrier >= 0;
    }

    private static Optional<NativeCalls> link() {
        if (!System.getProperty("os.name", "").equals("Linux")
                || !NativeCalls.class.getModule().isNativeAccessEnabled()) {
            return Optional.empty();
        }
        try {
            return linkCalls(Linker.nativeLinker());
        } catch (RuntimeException | LinkageError e) {
            // What this system lacks, the journal does without.
            return Optional.empty();
        }
    }

    private static Optional<NativeCalls> linkCalls(Linker linker) {
        long number = membarrierNumber();
        if (number < 0) {
            return Optional.empty();
        }
        var syscall = function(
                linker,
                "syscall",
                FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT),
                Linker.Option.firstVariadicArg(1));
        var affinity = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
        boolean fences = (membarrier(syscall, number, QUERY) & GLOBAL) == GLOBAL;
        return Optional.of(new NativeCalls(
                function(
                        linker,
                        "open",
                        FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
                        Linker.Option.firstVariadicArg(2)),
                function(linker, "close", FunctionDescriptor.of(JAVA_INT, JAVA_INT)),
                function(linker, "posix_fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG)),
                function(linker, "madvise", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT)),
                function(linker, "sched_getaffinity", affinity),
                function(linker, "sched_setaffinity", affinity),
                syscall,
                fences ? number : -1));
    }

    // The C library has no function of its own for it, and numbers differ between CPUs.
    private static long membarrierNumber() {
        return switch (System.getProperty("os.arch", "").toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64" -> 324;
            case "aarch64", "riscv64" -> 283;
            default -> -1;
        };
    }

    private static long membarrier(MethodHandle syscall, long number, int command) {
        try {
            return (long) syscall.invokeExact(number, command, 0, 0);
        } catch (Throwable e) {
            throw new AssertionError("a C function can't throw", e);
        }
    }

    // Linking C functions is what this class is for; it happens only after native access was found enabled.
    @SuppressWarnings("restricted")
    private static MethodHandle function(
            Linker linker, String name, FunctionDescriptor type, Linker.Option... options) {
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type, options);
    }
}
