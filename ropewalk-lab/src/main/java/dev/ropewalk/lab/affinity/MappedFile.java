package dev.ropewalk.lab.affinity;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files that are mapped as the journal maps its segments. */
final class MappedFile {
    private MappedFile() {}

    /** Maps a file, which is made or extended if need be. */
    static MemorySegment map(Path file, long bytes, Arena arena) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        }
    }
}
