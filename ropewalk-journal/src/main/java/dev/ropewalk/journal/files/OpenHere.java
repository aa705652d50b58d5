package dev.ropewalk.journal.files;

import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.scheduler.step.SimulatedFiles;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The journals that this process has open to write, by their control files. A lock file that was deleted or replaced hides them from
 * one that takes the new file's locks. Whoever has an entry holds the {@link LockFile#OPEN} lock, so one that has it exclusive finds
 * an entry only if that lock is in another file. An open control file is mapped, so no other file has its identity. Thread-safe.
 */
public final class OpenHere {
    private static final ConcurrentHashMap<Object, Integer> OPENINGS = new ConcurrentHashMap<>();

    private final Object key;

    private OpenHere(Object key) {
        this.key = key;
    }

    /** Notes an opening, until {@link #leave}. For {@link FileThreads}. */
    public static OpenHere enter(Path directory) {
        var entered = new OpenHere(key(directory));
        OPENINGS.merge(entered.key, 1, Integer::sum);
        return entered;
    }

    /** Forgets the opening. */
    public void leave() {
        OPENINGS.computeIfPresent(key, (_, openings) -> openings == 1 ? null : openings - 1);
    }

    /** Refuses a journal that this process has open with another lock file, for one that has it alone by the new one. */
    public static void refuse(Path directory, String what) {
        if (OPENINGS.containsKey(key(directory))) {
            throw new JournalException("the journal in " + directory + " can't be " + what
                    + ": this process has it open, with a lock file that was deleted or replaced");
        }
    }

    private static Object key(Path directory) {
        if (SimulatedFiles.of(directory) != null) {
            // A simulated machine that stops closes nothing.
            return new Object();
        }
        Path file = directory.resolve(ControlLayout.FILE);
        return FileThreads.call(file, () -> {
            try {
                Object key =
                        Files.readAttributes(file, BasicFileAttributes.class).fileKey();
                return key == null ? file.toRealPath() : key;
            } catch (NoSuchFileException e) {
                return new Object();
            }
        });
    }
}
