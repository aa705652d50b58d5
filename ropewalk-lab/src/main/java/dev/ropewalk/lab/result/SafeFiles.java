package dev.ropewalk.lab.result;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files that are whole or not there, even by a thread that is interrupted meanwhile. */
public final class SafeFiles {
    private SafeFiles() {}

    /** Replaces a file by a text, and makes its folder if need be. An interrupt is left for later. */
    public static void write(Path file, String text) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Path draft = file.resolveSibling(file.getFileName() + ".draft");
            while (!isWritten(draft, text)) {
                interrupted |= Thread.interrupted();
            }
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes a text, unless an interrupt gets in the way. */
    private static boolean isWritten(Path file, String text) throws IOException {
        try {
            Files.writeString(file, text);
            return true;
        } catch (ClosedByInterruptException e) {
            return false;
        }
    }
}
