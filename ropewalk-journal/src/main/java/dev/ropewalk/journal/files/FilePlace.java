package dev.ropewalk.journal.files;

import dev.ropewalk.journal.format.Checksum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/** Numbers for where files are: the CRC32C of device and inode. A copy has another one, and so has a file made in its place. */
final class FilePlace {
    /** Where the system has no such thing; it doesn't tell its boots apart either. */
    static final int NONE = 0;

    private FilePlace() {}

    static int of(Path file) throws IOException {
        try {
            Map<String, Object> attributes = Files.readAttributes(file, "unix:dev,ino", LinkOption.NOFOLLOW_LINKS);
            long device = ((Number) attributes.getOrDefault("dev", 0L)).longValue();
            return Checksum.ofWords(device, ((Number) attributes.getOrDefault("ino", 0L)).longValue());
        } catch (UnsupportedOperationException e) {
            return NONE;
        }
    }
}
