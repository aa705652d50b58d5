package dev.ropewalk.cpu.topology;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/** Creates files that processes of all users may write. */
public final class SharedFile {
    private SharedFile() {}

    /** Creates an empty file, unless there is one. */
    public static void create(Path file) throws IOException {
        // Opening with the option to create would be refused if the file is another user's and its directory is sticky.
        if (Files.exists(file)) {
            return;
        }
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException e) {
            return;
        }
        var view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null) {
            // Permissions given at creation would be cut down by the process's umask.
            view.setPermissions(PosixFilePermissions.fromString("rw-rw-rw-"));
        }
    }
}
