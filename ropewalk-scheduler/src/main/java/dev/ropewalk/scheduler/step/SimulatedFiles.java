package dev.ropewalk.scheduler.step;

import java.lang.foreign.MemorySegment;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a simulation's {@link FileSystem} does beside what that class can say. Code asks for it by a path, and does without the
 * system's own calls if there is one.
 *
 * <p>Its mappings are memory of the Java heap: {@link MemorySegment#isMapped} says no, and the end of an arena doesn't end the
 * access to them.
 */
public interface SimulatedFiles {
    /** Returns the simulated file system that a path belongs to; null if it is a real one. */
    static @Nullable SimulatedFiles of(Path path) {
        return path.getFileSystem() instanceof SimulatedFiles simulated ? simulated : null;
    }

    /**
     * Brings a part of mapped memory to the disk, as {@link MemorySegment#force} does for a real mapping; does nothing if the path
     * isn't simulated.
     *
     * @throws java.io.UncheckedIOException if the disk refuses
     */
    static void force(Path path, MemorySegment memory) {
        SimulatedFiles files = of(path);
        if (files != null) {
            files.force(memory);
        }
    }

    /**
     * Brings a part of mapped memory to the disk.
     *
     * @throws java.io.UncheckedIOException if the disk refuses
     */
    void force(MemorySegment memory);

    /** Returns the identity of the boot of the machine that has this disk. */
    UUID boot();

    /** Returns what the process on this machine has once, where a real process has a static field. */
    <T> T single(Class<T> type, Supplier<T> maker);
}
