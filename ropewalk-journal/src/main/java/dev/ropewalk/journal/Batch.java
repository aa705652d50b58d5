package dev.ropewalk.journal;

import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.Frame;
import dev.ropewalk.journal.format.Payloads;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.write.Tail;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Records that are appended together: they have consecutive indices, become visible at once, and after a crash all of them
 * are there or none. Made by {@link Appender#batch()} and used by the same thread. After a commit it is empty and can be
 * filled again.
 *
 * <p>A batch fits in one segment, and has at most 1023 records. {@link IllegalArgumentException} tells of a record that
 * doesn't fit any more; the batch stays as it was.
 */
public final class Batch {
    private static final int FIRST_RECORDS = 16;
    private static final int FIRST_BYTES = 1024;
    private static final int PAYLOADS_AT = Frame.MAX_TABLE_BYTES;

    private final Appender appender;
    private final Tail tail;

    // The payloads as they lie in a frame, behind room for its table.
    private byte[] image = new byte[PAYLOADS_AT + FIRST_BYTES];
    private int bytes;
    private int[] lengths = new int[FIRST_RECORDS];
    private int longest;
    private boolean alike;
    private int count;

    // The records with their headers, where a batch is a run.
    private byte[] runImage = {};

    Batch(Appender appender, Tail tail) {
        this.appender = appender;
        this.tail = tail;
    }

    /** Adds the bytes as a record. */
    public Batch add(byte[] payload) {
        Objects.requireNonNull(payload, "payload");
        return add(payload, 0, payload.length);
    }

    /** Adds some of the bytes as a record. */
    public Batch add(byte[] payload, int from, int length) {
        Objects.requireNonNull(payload, "payload");
        Objects.checkFromIndexSize(from, length, payload.length);
        int at = room(length);
        Payloads.copy(payload, from, image, at, length);
        return added(length);
    }

    /** Adds the buffer's remaining bytes as a record. The buffer's position stays. */
    public Batch add(ByteBuffer payload) {
        Objects.requireNonNull(payload, "payload");
        int at = room(payload.remaining());
        Payloads.read(payload, image, at);
        return added(payload.remaining());
    }

    /** Adds the segment's bytes as a record. */
    public Batch add(MemorySegment payload) {
        Objects.requireNonNull(payload, "payload");
        int length = Payloads.checkLength(payload.byteSize());
        int at = room(length);
        Payloads.read(payload, 0, image, at, length);
        return added(length);
    }

    /** Returns how many records were added. */
    public int size() {
        return count;
    }

    /** Forgets the records that were added. */
    public void clear() {
        count = 0;
        bytes = 0;
    }

    /**
     * Appends the records and returns the first one's index. Errors are those of {@link Appender}; the records stay in the
     * batch then.
     *
     * @throws IllegalStateException if the batch is empty, or a claim of the appender is open
     */
    public long commit() {
        if (count == 0) {
            throw new IllegalStateException("the batch is empty");
        }
        try {
            long index = count == 1 ? appender.append(image, PAYLOADS_AT, lengths[0]) : commitAll();
            clear();
            return index;
        } catch (IllegalStateException | InternalError e) {
            throw tail.explain(e);
        }
    }

    /**
     * Appends the records; the future completes with the first one's index when all are durable. Its thread and its place among other
     * futures are those of {@link Appender#appendAsync(byte[])}.
     */
    public CompletableFuture<Long> commitAsync() {
        return appender.whenDurable(commit());
    }

    private long commitAll() {
        assert count > 1 : count;
        int width = Frame.width(alike, longest);
        int from = PAYLOADS_AT - Frame.tableBytes(width, count);
        int length = PAYLOADS_AT + bytes - from;
        // Before the claim, so that a claim stays open for as short as possible, and not for want of memory.
        boolean isSummed = tail.takesFrames();
        int sum = isSummed ? sumOfFrame(from, width, length) : 0;
        if (!isSummed) {
            makeRoomForRun();
        }
        long run = tail.word(RecordLayout.RUN, count, runBytes() - RecordLayout.HEADER_BYTES);
        long frame = tail.word(RecordLayout.DATA, count, length);
        if (!tail.claimBatch(run, frame)) {
            return commitRun(run);
        }
        // It may have become one when the segment before came to its end.
        int payload = isSummed ? sum : sumOfFrame(from, width, length);
        MemorySegment.copy(image, from, tail.memory(), ValueLayout.JAVA_BYTE, tail.payloadAt(), length);
        return appender.appended(tail.commit(frame, tail.commitWord(frame, payload)));
    }

    private int sumOfFrame(int from, int width, int length) {
        Frame.writeTable(image, from, width, lengths, count);
        return appender.checksum().ofPayload(image, from, length);
    }

    private long commitRun(long run) {
        int number = tail.nextNumber();
        makeRoomForRun();
        int from = PAYLOADS_AT;
        int at = 0;
        long firstCommit = 0;
        for (int i = 0; i < count; i++) {
            int kind = i == 0 ? RecordLayout.DATA : RecordLayout.CONTINUED;
            long claim = RecordLayout.claim(kind, RecordLayout.epoch(run), 1, lengths[i]);
            int payload = appender.checksum().ofPayload(image, from, lengths[i]);
            long commit = commitWord(i, Checksum.ofRecord(tail.seed(), payload, number + i, claim), number + i);
            firstCommit = i == 0 ? commit : firstCommit;
            Payloads.putLong(runImage, at + RecordLayout.CLAIM, claim);
            Payloads.putLong(runImage, at + RecordLayout.COMMIT, commit);
            int padded = RecordLayout.size(lengths[i]) - RecordLayout.HEADER_BYTES;
            System.arraycopy(image, from, runImage, at + RecordLayout.PAYLOAD, padded);
            from += padded;
            at += RecordLayout.HEADER_BYTES + padded;
        }
        MemorySegment.copy(
                runImage,
                RecordLayout.PAYLOAD,
                tail.memory(),
                ValueLayout.JAVA_BYTE,
                tail.payloadAt(),
                runBytes() - RecordLayout.HEADER_BYTES);
        long first = RecordLayout.claim(RecordLayout.DATA, RecordLayout.epoch(run), 1, lengths[0]);
        tail.turnIntoFirst(run, first);
        return appender.appended(tail.commitFirst(first, firstCommit, run));
    }

    private void makeRoomForRun() {
        int bytes = runBytes();
        if (runImage.length < bytes) {
            runImage = new byte[Math.max(bytes, 2 * runImage.length)];
        }
    }

    private long commitWord(int record, int checksum, int number) {
        long commit = RecordLayout.commit(number, checksum);
        return record < count - 1 ? RecordLayout.continued(commit) : commit;
    }

    private int runBytes() {
        return bytes + count * RecordLayout.HEADER_BYTES;
    }

    /** Makes room for a record of this length and returns where its payload goes to. */
    private int room(int length) {
        long sum = (long) runBytes() + RecordLayout.HEADER_BYTES + length;
        if (count == RecordLayout.MAX_COUNT || sum - RecordLayout.HEADER_BYTES > tail.maxLength()) {
            throw new IllegalArgumentException("a record of " + length
                    + " bytes doesn't fit in the batch any more: it has "
                    + count + " records of at most " + RecordLayout.MAX_COUNT + ", and " + runBytes()
                    + " bytes of at most "
                    + (tail.maxLength() + RecordLayout.HEADER_BYTES) + " with headers");
        }
        int needed = PAYLOADS_AT + bytes + RecordLayout.size(length) - RecordLayout.HEADER_BYTES;
        if (image.length < needed) {
            image = Arrays.copyOf(image, Math.max(needed, 2 * image.length));
        }
        if (length > 0) {
            // What fills the payload up to whole words: an earlier use may have left something there.
            Payloads.putLong(image, needed - RecordLayout.ALIGNMENT, 0);
        }
        if (lengths.length == count) {
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        return PAYLOADS_AT + bytes;
    }

    private Batch added(int length) {
        alike = count == 0 || (alike && length == lengths[0]);
        longest = count == 0 ? length : Math.max(longest, length);
        lengths[count] = length;
        bytes += RecordLayout.size(length) - RecordLayout.HEADER_BYTES;
        count++;
        return this;
    }
}
