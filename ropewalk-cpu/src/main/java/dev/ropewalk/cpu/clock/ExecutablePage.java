package dev.ropewalk.cpu.clock;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A page of machine code. It is written first and made executable then, never both at once, and stays for the life of
 * the JVM.
 */
final class ExecutablePage {
    // The kernel rounds up where pages are larger.
    private static final long BYTES = 4096;

    private ExecutablePage() {}

    /**
     * Makes a page of code.
     *
     * @throws UnsupportedOperationException if the kernel refuses it
     */
    static MemorySegment of(Kernel kernel, byte[] code) {
        MemorySegment page = kernel.map(BYTES);
        MemorySegment.copy(code, 0, page, ValueLayout.JAVA_BYTE, 0, code.length);
        int errno = kernel.makeExecutable(page);
        if (errno != 0) {
            kernel.unmap(page);
            throw new UnsupportedOperationException("the kernel refuses to make a page executable, by error " + errno);
        }
        return page;
    }

    /** What the kernel is asked for. An interface, so that tests can refuse it. */
    interface Kernel {
        /**
         * Returns memory that can be read and written.
         *
         * @throws UnsupportedOperationException if the kernel refuses it
         */
        MemorySegment map(long bytes);

        /** Makes memory readable and executable, and no longer writable; returns 0, or the {@code errno} of the refusal. */
        int makeExecutable(MemorySegment memory);

        void unmap(MemorySegment memory);
    }
}
