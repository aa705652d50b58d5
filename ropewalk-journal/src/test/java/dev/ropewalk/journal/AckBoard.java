package dev.ropewalk.journal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a writer process says that it has done, in a mapped file of its own: the kernel keeps it when the process is killed.
 * One word a record, by sequence: 0 is nothing yet, else the index plus 1, or a negative code.
 */
final class AckBoard implements AutoCloseable {
    /** The record was aborted: it must not be in the journal. */
    static final long ABORTED = -1;
    /** The commit was refused, because the claim was invalidated: the record must not be in the journal. */
    static final long REFUSED = -2;
    /** The disk was full: the record must not be in the journal. */
    static final long FULL = -3;

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final Arena arena;
    private final MemorySegment words;

    AckBoard(Path file) throws IOException {
        arena = Arena.ofShared();
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            words = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) CrashPlan.RECORDS * Long.BYTES, arena);
        }
    }

    void put(int sequence, long word) {
        WORD.setRelease(words, (long) sequence * Long.BYTES, word);
    }

    void acknowledge(int sequence, long index) {
        put(sequence, index + 1);
    }

    long word(int sequence) {
        return (long) WORD.getAcquire(words, (long) sequence * Long.BYTES);
    }

    /** Returns all words. */
    long[] words() {
        return words.toArray(ValueLayout.JAVA_LONG);
    }

    @Override
    public void close() {
        arena.close();
    }
}
