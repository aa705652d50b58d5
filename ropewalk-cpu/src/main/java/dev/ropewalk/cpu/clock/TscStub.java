package dev.ropewalk.cpu.clock;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Machine code that reads the time stamp counter of an x86-64.
 *
 * <p>The instruction isn't fenced: to wait for all earlier instructions takes another 6 ns, which leaves little to gain over
 * {@code System.nanoTime}. Two readings by one thread keep their order all the same: the instruction has no operand that
 * an earlier reading could have to wait for while a later one doesn't.
 */
final class TscStub {
    private TscStub() {}

    /**
     * Makes the stub. Needs native access, and an x86-64.
     *
     * @throws UnsupportedOperationException if the kernel refuses an executable page, or to read the counter
     */
    static MethodHandle link() {
        var pages = new LinuxPages();
        if (pages.forbidsTimeStampCounter()) {
            throw new UnsupportedOperationException(
                    "this process may not read the time stamp counter, by order of prctl");
        }
        return link(pages);
    }

    @SuppressWarnings("restricted") // happens only after native access was found enabled
    static MethodHandle link(ExecutablePage.Kernel kernel) {
        // Critical: the stub is too short to hold up a safepoint, and twice as fast without the transition.
        return Linker.nativeLinker()
                .downcallHandle(
                        ExecutablePage.of(kernel, code()),
                        FunctionDescriptor.of(ValueLayout.JAVA_LONG),
                        Linker.Option.critical(false));
    }

    /** Returns {@code rdtsc; shl rdx, 32; or rax, rdx; ret}. */
    private static byte[] code() {
        return new byte[] {0x0f, 0x31, 0x48, (byte) 0xc1, (byte) 0xe2, 0x20, 0x48, 0x09, (byte) 0xd0, (byte) 0xc3};
    }
}
