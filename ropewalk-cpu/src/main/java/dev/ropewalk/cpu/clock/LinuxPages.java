package dev.ropewalk.cpu.clock;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** Pages of Linux on x86-64, by calls of the C library. Linking them needs native access. */
final class LinuxPages implements ExecutablePage.Kernel {
    private static final int PROT_READ_WRITE = 1 | 2;
    private static final int PROT_READ_EXEC = 1 | 4;
    private static final int MAP_PRIVATE_ANONYMOUS = 0x02 | 0x20;
    private static final int NO_FILE = -1;
    private static final long MAP_FAILED = -1;
    private static final int PR_GET_TSC = 25;
    private static final int PR_TSC_SIGSEGV = 2;
    private static final VarHandle ERRNO =
            Linker.Option.captureStateLayout().varHandle(PathElement.groupElement("errno"));

    private final MethodHandle mmap =
            link("mmap", FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
    private final MethodHandle mprotect =
            link("mprotect", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private final MethodHandle prctl =
            link("prctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS), Linker.Option.firstVariadicArg(1));

    @SuppressWarnings("restricted") // what this class is for; it is used only where native access was found enabled
    private static MethodHandle link(String name, FunctionDescriptor type, Linker.Option... more) {
        var options = new Linker.Option[more.length + 1];
        System.arraycopy(more, 0, options, 0, more.length);
        options[more.length] = Linker.Option.captureCallState("errno");
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type, options);
    }

    @Override
    @SuppressWarnings("restricted") // the kernel says how long the memory is
    public MemorySegment map(long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(Linker.Option.captureStateLayout());
            var memory = (MemorySegment) mmap.invokeExact(
                    errno, MemorySegment.NULL, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, NO_FILE, 0L);
            if (memory.address() == MAP_FAILED) {
                throw new UnsupportedOperationException("the kernel refuses a page, by error " + ERRNO.get(errno, 0L));
            }
            return memory.reinterpret(bytes);
        } catch (UnsupportedOperationException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a C function can't throw", e);
        }
    }

    @Override
    public int makeExecutable(MemorySegment memory) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(Linker.Option.captureStateLayout());
            int result = (int) mprotect.invokeExact(errno, memory, memory.byteSize(), PROT_READ_EXEC);
            return result == 0 ? 0 : (int) ERRNO.get(errno, 0L);
        } catch (Throwable e) {
            throw new AssertionError("a C function can't throw", e);
        }
    }

    @Override
    public void unmap(MemorySegment memory) {
        // Linked only here, since a page that is granted is never given back.
        MethodHandle munmap = link("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(Linker.Option.captureStateLayout());
            // An error would mean that the page is gone already.
            int _ = (int) munmap.invokeExact(errno, memory, memory.byteSize());
        } catch (Throwable e) {
            throw new AssertionError("a C function can't throw", e);
        }
    }

    /** Returns whether reading the counter would end the process, as {@code prctl} can order. */
    boolean forbidsTimeStampCounter() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(Linker.Option.captureStateLayout());
            MemorySegment mode = arena.allocate(JAVA_INT);
            int result = (int) prctl.invokeExact(errno, PR_GET_TSC, mode);
            return result == 0 && mode.get(JAVA_INT, 0) == PR_TSC_SIGSEGV;
        } catch (Throwable e) {
            throw new AssertionError("a C function can't throw", e);
        }
    }
}
