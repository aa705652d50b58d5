package dev.ropewalk.lab.affinity;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/** A counter in a mapped file, by which one side tells the other how much there is. */
record SharedCounter(MemorySegment memory) {
    private static final long FILE_BYTES = 4096;
    private static final VarHandle VALUE = ValueLayout.JAVA_LONG.varHandle();

    static SharedCounter in(Path file, Arena arena) throws IOException {
        return new SharedCounter(MappedFile.map(file, FILE_BYTES, arena));
    }

    long get() {
        return (long) VALUE.getAcquire(memory, 0L);
    }

    /** Publishes all that was written before. */
    void set(long value) {
        VALUE.setRelease(memory, 0L, value);
    }
}
