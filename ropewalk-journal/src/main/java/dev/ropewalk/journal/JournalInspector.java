package dev.ropewalk.journal;

import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.open.InfoCollector;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.store.RecordCursor;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Looks into a journal and changes nothing, also while it is in use, and on a read-only mount: what
 * {@code ropewalk journal} shows. It stands between two records, at first before the oldest one. For the use of one thread
 * at a time.
 */
public final class JournalInspector implements AutoCloseable {
    private final JournalFiles files;
    private final Tailer tailer;

    private JournalInspector(JournalFiles files) {
        this.files = files;
        this.tailer = new Tailer(files.store(), null, true);
    }

    /**
     * Opens the journal in a directory.
     *
     * @throws JournalFormatException if there is none, or one of another version
     */
    public static JournalInspector open(Path directory) {
        Objects.requireNonNull(directory, "directory");
        JournalFiles files = JournalFiles.openReadOnly(directory, JournalOptions.defaults());
        try {
            return new JournalInspector(files);
        } catch (RuntimeException | Error e) {
            files.close();
            throw e;
        }
    }

    /** Returns how the journal stands. The place of this doesn't change. */
    public JournalInfo info() {
        return new InfoCollector(files).run();
    }

    /** Goes to a record, or to the first one after if it is deleted or invalidated, or to the end. */
    public void seek(long index) {
        try {
            tailer.seek(Math.max(0, index));
        } catch (RecordsGoneException e) {
            tailer.seekToStart();
        } catch (IllegalArgumentException e) {
            tailer.seekToEnd();
        }
    }

    /** Goes before the last so many records. */
    public void seekLast(long records) {
        tailer.seekToEnd();
        long left = records;
        while (left > 0) {
            int stepped = tailer.pollBackwards(
                    (memory, offset, length, index) -> {}, (int) Math.min(left, Integer.MAX_VALUE));
            left = stepped == 0 ? 0 : left - stepped;
        }
    }

    /**
     * Returns the next record, or nothing if there is none so far.
     *
     * @throws JournalCorruptException if it is damaged
     */
    public Optional<JournalEntry> next() {
        if (!tailer.hasNext()) {
            return Optional.empty();
        }
        RecordCursor place = tailer.place();
        int epoch = RecordLayout.epoch(place.claim());
        long segment = place.segment.number;
        long offset = place.offset;
        return tailer.tryRead().map(record -> new JournalEntry(record, epoch, segment, offset));
    }

    /**
     * Returns whether this stands before a claim that is neither committed nor invalidated: its writer is at work, asleep or
     * dead. What follows can't be read until a process that may write has opened the journal and waits for it.
     */
    public boolean isBeforeOpenClaim() {
        return tailer.isBeforeOpenClaim();
    }

    /**
     * Waits until there is a next record.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void await() throws InterruptedException {
        tailer.await();
    }

    @Override
    public void close() {
        tailer.close();
        files.close();
    }
}
