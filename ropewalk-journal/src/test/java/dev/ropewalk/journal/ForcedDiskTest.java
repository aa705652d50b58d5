package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk of {@link MachineStopTest}: what was forced is there after a stop, whatever other threads did meanwhile. */
class ForcedDiskTest {
    private static final int STOPS = 200;

    @TempDir(factory = MemoryTempDir.class)
    Path folder;

    @Test
    void shouldKeepWhatWasForcedOfAFileThatIsLinkedWhileItIsOpened() throws IOException {
        var disk = new ForcedDisk(folder);
        disk.insert();
        Path file = folder.resolve("file");
        disk.atOpen(() -> make(file));
        ForcedDisk.open(file, StandardOpenOption.READ).close();
        for (int stop = 0; stop < STOPS; stop++) {
            assertThat(disk.stop(new SplittableRandom(stop)).get("file")).isEqualTo(new byte[] {1});
        }
    }

    /** Makes it as the journal makes a segment: under another name, forced, and linked. */
    private void make(Path file) {
        Path temporary = folder.resolve("temporary");
        try (Arena arena = Arena.ofConfined()) {
            ForcedDisk.createFile(temporary);
            try (FileChannel channel = ForcedDisk.open(temporary, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                MemorySegment memory = ForcedDisk.map(channel, FileChannel.MapMode.READ_WRITE, 0, 1, arena);
                memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
                ForcedDisk.force(memory);
            }
            Files.createLink(file, temporary);
            Files.delete(temporary);
            try (FileChannel names = ForcedDisk.open(folder, StandardOpenOption.READ)) {
                ForcedDisk.force(names, true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
