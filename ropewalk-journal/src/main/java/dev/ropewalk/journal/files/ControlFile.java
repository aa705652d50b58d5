package dev.ropewalk.journal.files;

import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalFormatException;
import dev.ropewalk.journal.JournalIoException;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.scheduler.step.SimulatedFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The control file of a journal, mapped: what it is, and the few words that all processes share besides the segments.
 *
 * <p>The file comes into being whole, by a rename, under the exclusive lock. Each word but those of the {@link BootIdentity} is
 * valid by itself and is changed by compare-and-set, mostly only ever upwards, so that no order between them and no lock is
 * needed. The words of the first segment and of begun sessions are the authority; that of the last segment is a hint, which
 * may lag.
 */
public final class ControlFile implements AutoCloseable {
    private final Path file;
    private final Arena arena;
    private final MemorySegment memory;
    // Its words are as a segment's.
    private final Segment words;
    // Whether the number of a segment was seen, which never goes away. Threads may learn it one by one.
    private boolean hasSegments;
    private final int place;

    private ControlFile(Path file, Arena arena, MemorySegment memory, int place) {
        this.file = file;
        this.place = place;
        this.arena = arena;
        this.memory = memory;
        this.words = new Segment(0, 0, memory);
    }

    public static boolean exists(Path directory) {
        return Files.exists(directory.resolve(ControlLayout.FILE));
    }

    /** Takes what a file should hold; changes of it stay in memory. */
    public static ControlFile inMemory(Path file, byte[] content) {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(ControlLayout.FILE_BYTES, Long.BYTES);
        MemorySegment.copy(content, 0, memory, ValueLayout.JAVA_BYTE, 0, ControlLayout.FILE_BYTES);
        return new ControlFile(file, arena, memory, FilePlace.NONE);
    }

    public byte[] content() {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    /** Opens and checks the file, to be closed by the caller. A use after that throws an {@link IllegalStateException}. */
    public static ControlFile open(Path directory, boolean writable) {
        Path file = directory.resolve(ControlLayout.FILE);
        return FileThreads.call(file, () -> {
            try (FileChannel channel = FileChannel.open(file, SegmentFiles.openOptions(writable))) {
                if (channel.size() < ControlLayout.FILE_BYTES) {
                    throw new JournalFormatException(file + " is no control file of a journal: it has " + channel.size()
                            + " bytes, not " + ControlLayout.FILE_BYTES + "; repair rebuilds it if segments are there");
                }
                Arena arena = Arena.ofShared();
                try {
                    var control = new ControlFile(
                            file,
                            arena,
                            channel.map(SegmentFiles.mapMode(writable), 0, ControlLayout.FILE_BYTES, arena),
                            FilePlace.of(file));
                    control.checkHead(writable);
                    return control;
                } catch (RuntimeException | IOException | Error e) {
                    SegmentFiles.unmap(arena);
                    throw e;
                }
            } catch (NoSuchFileException e) {
                throw missing(directory);
            }
        });
    }

    private void checkHead(boolean writable) {
        FileHead head = FileHead.of(file, FileHead.CONTROL, memory);
        // What opens it for writing has a lock that keeps upgrades out. A reader has none, and needs nothing that they
        // change.
        if (writable || !head.isBetweenFormats()) {
            head.check();
        }
    }

    /**
     * Declares a journal poisoned, whatever the head of its control file says. A file that is too short counts as poisoned
     * anyway.
     */
    public static void poison(Path directory) throws IOException {
        Path file = directory.resolve(ControlLayout.FILE);
        try (FileChannel channel = FileChannel.open(file, SegmentFiles.openOptions(true));
                Arena arena = Arena.ofConfined()) {
            if (channel.size() >= ControlLayout.FILE_BYTES) {
                MemorySegment memory = channel.map(SegmentFiles.mapMode(true), 0, ControlLayout.FILE_BYTES, arena);
                new Watermark(memory, ControlLayout.WATERMARK_AT, ControlLayout.POISON_AT).poison(BootIdentity.UNKNOWN);
            }
        } catch (NoSuchFileException e) {
            // What rebuilds it takes the journal for poisoned.
        }
    }

    /** Refuses a directory in which a journal would be made over the rest of another. */
    public static void checkNothingLost(Path directory) {
        boolean isLost = FileThreads.call(directory, () -> SegmentFiles.areIn(directory));
        if (isLost) {
            throw FileThreads.call(directory, () -> missing(directory));
        }
    }

    private static JournalFormatException missing(Path directory) throws IOException {
        return new JournalFormatException(
                SegmentFiles.areIn(directory)
                        ? directory + " has segments of a journal, but no " + ControlLayout.FILE
                                + ": it was lost, and repair rebuilds it"
                        : "there is no journal in " + directory + ": it has no " + ControlLayout.FILE);
    }

    @Override
    public void close() {
        SegmentFiles.unmap(arena);
    }

    public long segmentBytes() {
        return memory.get(Segment.UNALIGNED_LONG, ControlLayout.SEGMENT_BYTES_AT);
    }

    /** Returns the {@link Format} of segments that are made. */
    public int format() {
        return (int) memory.get(Segment.UNALIGNED_LONG, ControlLayout.VERSION_AT);
    }

    /** Returns the random number that all files of the journal carry. */
    public long identity() {
        return memory.get(Segment.UNALIGNED_LONG, ControlLayout.IDENTITY_AT);
    }

    public long madeMillis() {
        return memory.get(Segment.UNALIGNED_LONG, ControlLayout.MADE_AT);
    }

    /** Returns the number of the first segment that isn't deleted. */
    public long firstSegment() {
        return value(ControlLayout.FIRST_SEGMENT_AT);
    }

    public void raiseFirstSegment(long number) {
        raise(ControlLayout.FIRST_SEGMENT_AT, number);
    }

    /** Returns the number of the last segment that has begun, or of one before. */
    public long lastSegment() {
        return isNew() ? firstSegment() : Math.max(firstSegment(), value(ControlLayout.LAST_SEGMENT_AT));
    }

    public void raiseLastSegment(long number) {
        raise(ControlLayout.LAST_SEGMENT_AT, number);
    }

    /** Sets the last segment after a tail was cut. The caller holds the exclusive lock. */
    public void setLastSegment(long number) {
        words.setWord(ControlLayout.LAST_SEGMENT_AT, CheckedWord.of(number));
    }

    /** Returns how many sessions have begun, the calling one included. */
    public long beginSession() {
        return increment(ControlLayout.SESSIONS_BEGUN_AT);
    }

    public void endSession() {
        increment(ControlLayout.SESSIONS_ENDED_AT);
    }

    /** Returns whether some session didn't end in order, or hasn't ended. */
    public boolean hasOpenSessions() {
        return openSessions() != 0;
    }

    /** Returns how many sessions didn't end in order, or haven't ended. */
    long openSessions() {
        return value(ControlLayout.SESSIONS_BEGUN_AT) - value(ControlLayout.SESSIONS_ENDED_AT);
    }

    /** Returns how many sessions have begun. */
    public long sessionsBegun() {
        return value(ControlLayout.SESSIONS_BEGUN_AT);
    }

    public void raiseSessionsBegun(long sessions) {
        raise(ControlLayout.SESSIONS_BEGUN_AT, sessions);
    }

    /** Forgets sessions that didn't end in order. The caller holds the exclusive lock. */
    void endAllSessions() {
        words.setWord(ControlLayout.SESSIONS_ENDED_AT, CheckedWord.of(value(ControlLayout.SESSIONS_BEGUN_AT)));
    }

    /** Returns the words that tell what is durable. */
    public Watermark watermark() {
        return new Watermark(memory, ControlLayout.WATERMARK_AT, ControlLayout.POISON_AT, file);
    }

    /** Returns the words that tell in which boot of the machine it was recovered last. */
    public BootIdentity boot() {
        return new BootIdentity(words, place);
    }

    /** Returns whether it can be gone into: made, and recovered in this boot of the machine. */
    public boolean isWhole(UUID machine) {
        return isMade() && boot().isOf(machine);
    }

    /** Returns whether it was made, and no recovery has begun without an end. */
    public boolean isMade() {
        return !isRecovering() && !isNew();
    }

    /**
     * Returns whether it has no segment yet.
     *
     * @throws JournalCorruptException if it must have one, as sessions have begun
     */
    public boolean isNew() {
        if (words.word(ControlLayout.LAST_SEGMENT_AT) != 0) {
            hasSegments = true;
            return false;
        }
        if (hasSegments || isLastSegmentLost()) {
            throw new JournalCorruptException(
                    FileHead.CONTROL,
                    ControlLayout.LAST_SEGMENT_AT,
                    file + ": the number of the last segment is lost; repair rebuilds it");
        }
        return true;
    }

    /** Returns whether it doesn't tell the last segment although sessions have begun, which is after the first segment has. */
    public boolean isLastSegmentLost() {
        return words.word(ControlLayout.LAST_SEGMENT_AT) == 0 && words.word(ControlLayout.SESSIONS_BEGUN_AT) != 0;
    }

    /** Returns whether a recovery was begun and not finished. */
    public boolean isRecovering() {
        return words.word(ControlLayout.RECOVERING_AT) != 0;
    }

    public void beginRecovery() {
        words.setWord(ControlLayout.RECOVERING_AT, CheckedWord.of(1));
        force();
    }

    public void endRecovery(UUID machine) {
        boot().set(machine);
        endAllSessions();
        words.setWord(ControlLayout.RECOVERING_AT, 0);
        force();
    }

    /** Forces the file to the disk. */
    public void force() {
        try {
            if (memory.isMapped()) {
                memory.force();
            } else {
                SimulatedFiles.force(file, memory);
            }
        } catch (UncheckedIOException e) {
            throw new JournalIoException(file + " can't be forced to the disk: " + e.getMessage(), e);
        }
    }

    /** Returns whether the words that tell how far the records reach are still these. For a reader that polls at the end. */
    public boolean hasExtent(long watermark, long lastSegment) {
        return words.areStill(ControlLayout.WATERMARK_AT, watermark, ControlLayout.LAST_SEGMENT_AT, lastSegment);
    }

    /** Returns a word, for what has no method here. */
    public long word(int at) {
        return words.word(at);
    }

    public boolean changeWord(int at, long from, long to) {
        return words.changeWord(at, from, to);
    }

    /** Returns a word that is right, or 0. */
    long checkedWord(int at) {
        long word = words.word(at);
        valueOf(at, word);
        return word;
    }

    private long value(int at) {
        return valueOf(at, words.word(at));
    }

    private long valueOf(int at, long word) {
        if (word == 0) {
            return 0;
        }
        if (!CheckedWord.isValid(word)) {
            throw new JournalCorruptException(
                    FileHead.CONTROL,
                    at,
                    file + ": the word 0x" + Long.toHexString(word) + " fails its check; repair rebuilds it");
        }
        return CheckedWord.value(word);
    }

    @Override
    public String toString() {
        return file.toString();
    }

    private void raise(int at, long value) {
        long to = CheckedWord.of(value);
        long from = words.word(at);
        while ((from == 0 || valueOf(at, from) < value) && !words.changeWord(at, from, to)) {
            from = words.word(at);
        }
    }

    private long increment(int at) {
        while (true) {
            long from = words.word(at);
            long value = valueOf(at, from) + 1;
            if (words.changeWord(at, from, CheckedWord.of(value))) {
                return value;
            }
        }
    }
}
