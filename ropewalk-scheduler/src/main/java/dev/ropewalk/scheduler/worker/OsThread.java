package dev.ropewalk.scheduler.worker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the operating system tells of one thread: how long it has run on a CPU, and whether it wants to run. With that a thread
 * that waits inside a call is told from one that got no CPU, because other programs had it or a quota was used up. From
 * outside, by the clock alone, the two look the same.
 *
 * <p>On Linux that is in files below {@code /proc/self/task}; elsewhere nothing is known. Not thread-safe.
 */
public final class OsThread {
    private static final Path SELF = Path.of("/proc/thread-self");
    private static final Path TASKS = Path.of("/proc/self/task");

    /** A string, since a path holds on to its whole file system. */
    private final String directory;

    private long ranNanos;
    private boolean waiting;

    /** Makes one for the thread whose files are in a directory. */
    public OsThread(Path directory) {
        this.directory = directory.toString();
    }

    /** Returns the calling thread, or null where the operating system tells nothing. */
    static @Nullable OsThread current() {
        try {
            Path own = Files.readSymbolicLink(SELF);
            var thread = new OsThread(TASKS.resolve(own.getFileName()));
            // Some systems have the file and count nothing in it. A thread that runs has had a CPU before.
            return thread.read() && thread.ranNanos() > 0 ? thread : null;
        } catch (IOException | RuntimeException | Error unknown) {
            return null;
        }
    }

    /** Asks the operating system; returns whether it has answered. If not, the answers before stay. */
    public boolean read() {
        try {
            String seen = Files.readString(Path.of(directory, "schedstat"), StandardCharsets.ISO_8859_1);
            String line = Files.readString(Path.of(directory, "stat"), StandardCharsets.ISO_8859_1);
            ranNanos = Long.parseLong(seen, 0, seen.indexOf(' '), 10);
            waiting = line.charAt(line.lastIndexOf(')') + 2) != 'R'; // before that stands the name, in parentheses
            return true;
        } catch (IOException | RuntimeException | Error unknown) {
            return false;
        }
    }

    /** Returns how many nanoseconds the thread had run on a CPU at the last reading, up to the last tick of its clock. */
    public long ranNanos() {
        return ranNanos;
    }

    /** Returns whether the thread slept or waited at the last reading: it did not run, and did not want to. */
    public boolean isWaiting() {
        return waiting;
    }
}
