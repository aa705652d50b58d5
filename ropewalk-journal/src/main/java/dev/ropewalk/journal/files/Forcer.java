package dev.ropewalk.journal.files;

import dev.ropewalk.journal.JournalIoException;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.scheduler.step.SimulatedFiles;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** Brings bytes of a segment, and names of files, to the disk. An interface so that tests can let it fail. */
@FunctionalInterface
public interface Forcer {
    /**
     * Returns when the bytes are on the disk; fails with an exception if that isn't certain.
     *
     * @throws OutOfMemoryError if nothing was asked of the disk, so that it may be asked again
     */
    void force(Segment segment, long from, long to);

    /** Returns when the names of the files in a directory are on the disk. For {@link FileThreads}. */
    default void forceNames(Path directory) throws IOException {
        SegmentFiles.forceDirectory(directory);
    }

    /** Returns when the start of a file that is being made is on the disk. */
    default void forceHead(MemorySegment head) {
        head.force();
    }

    /** Returns the one for the files in a directory: the real one, or that of a simulation. */
    static Forcer of(Path directory) {
        SimulatedFiles simulated = SimulatedFiles.of(directory);
        return simulated == null ? ofMappings() : new OfSimulation(simulated);
    }

    /** Returns the real one. */
    static Forcer ofMappings() {
        return (segment, from, to) -> {
            MemorySegment bytes = segment.memory.asSlice(from, to - from);
            try {
                bytes.force();
            } catch (OutOfMemoryError e) {
                // Perhaps in the making of an exception for a failure that the system tells once.
                throw Uncertain.OUTCOME;
            }
        };
    }

    /**
     * Asks the disk of a simulation.
     *
     * @param files its file system
     */
    record OfSimulation(SimulatedFiles files) implements Forcer {
        @Override
        public void force(Segment segment, long from, long to) {
            files.force(segment.memory.asSlice(from, to - from));
        }

        @Override
        public void forceHead(MemorySegment head) {
            files.force(head);
        }
    }

    /** Made ahead, as there is no memory when it is needed. */
    final class Uncertain {
        @SuppressWarnings("StaticAssignmentOfThrowable") // Its stack is of no use.
        private static final JournalIoException OUTCOME = new JournalIoException(
                "memory ran out while the disk was forced, so that its answer isn't known", new IOException());

        private Uncertain() {}
    }
}
