package dev.ropewalk.journal;

import dev.ropewalk.journal.format.Checksum;
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

    private final Appender appender;
    private final Tail tail;

    // The run as it will lie in the journal, with the headers' places left free.
    private byte[] image = new byte[1024];
    private int bytes;
    private int[] lengths = new int[FIRST_RECORDS];
    private int[] payloads = new int[FIRST_RECORDS];
    private int count;

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
        return added(at, length);
    }

    /** Adds the buffer's remaining bytes as a record. The buffer's position stays. */
    public Batch add(ByteBuffer payload) {
        Objects.requireNonNull(payload, "payload");
        int at = room(payload.remaining());
        Payloads.read(payload, image, at);
        return added(at, payload.remaining());
    }

    /** Adds the segment's bytes as a record. */
    public Batch add(MemorySegment payload) {
        Objects.requireNonNull(payload, "payload");
        int length = Payloads.checkLength(payload.byteSize());
        int at = room(length);
        Payloads.read(payload, 0, image, at, length);
        return added(at, length);
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
            long index = count == 1 ? appender.append(image, RecordLayout.PAYLOAD, lengths[0]) : commitRun();
            clear();
            return index;
        } catch (IllegalStateException | InternalError e) {
            throw tail.explain(e);
        }
    }

    /** Appends the records; the future completes with the first one's index when all are durable. */
    public CompletableFuture<Long> commitAsync() {
        return appender.whenDurable(commit());
    }

    private long commitRun() {
        assert count > 1 : count;
        int rest = bytes - RecordLayout.HEADER_BYTES;
        long run = tail.word(RecordLayout.RUN, count, rest);
        tail.claim(run, rest);
        int number = tail.nextNumber();
        int at = RecordLayout.size(lengths[0]);
        for (int i = 1; i < count; i++) {
            long claim = RecordLayout.claim(RecordLayout.CONTINUED, RecordLayout.epoch(run), 1, lengths[i]);
            Payloads.putLong(image, at + RecordLayout.CLAIM, claim);
            Payloads.putLong(image, at + RecordLayout.COMMIT, commitWord(i, number + i, claim));
            at += RecordLayout.size(lengths[i]);
        }
        MemorySegment.copy(image, RecordLayout.PAYLOAD, tail.memory(), ValueLayout.JAVA_BYTE, tail.payloadAt(), rest);
        long first = RecordLayout.claim(RecordLayout.DATA, RecordLayout.epoch(run), 1, lengths[0]);
        tail.turnIntoFirst(run, first);
        return appender.appended(tail.commitFirst(first, commitWord(0, number, first), run));
    }

    private long commitWord(int record, int number, long claim) {
        long commit = RecordLayout.commit(number, Checksum.ofRecord(tail.seed(), payloads[record], number, claim));
        return record < count - 1 ? RecordLayout.continued(commit) : commit;
    }

    /** Makes room for a record of this length and returns where its payload goes to. */
    private int room(int length) {
        long sum = (long) bytes + RecordLayout.HEADER_BYTES + length;
        if (count == RecordLayout.MAX_COUNT || sum - RecordLayout.HEADER_BYTES > tail.maxLength()) {
            throw new IllegalArgumentException("a record of " + length
                    + " bytes doesn't fit in the batch any more: it has "
                    + count + " records of at most " + RecordLayout.MAX_COUNT + ", and " + bytes + " bytes of at most "
                    + (tail.maxLength() + RecordLayout.HEADER_BYTES) + " with headers");
        }
        int needed = bytes + RecordLayout.size(length);
        if (image.length < needed) {
            image = Arrays.copyOf(image, Math.max(needed, 2 * image.length));
        }
        // What fills the payload up to whole words: an earlier use may have left something there.
        Payloads.putLong(image, needed - RecordLayout.ALIGNMENT, 0);
        if (lengths.length == count) {
            lengths = Arrays.copyOf(lengths, 2 * count);
            payloads = Arrays.copyOf(payloads, 2 * count);
        }
        return bytes + RecordLayout.PAYLOAD;
    }

    private Batch added(int at, int length) {
        lengths[count] = length;
        payloads[count] = appender.checksum().ofPayload(image, at, length);
        bytes += RecordLayout.size(length);
        count++;
        return this;
    }
}
