package dev.ropewalk.journal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Appends records to a journal. For the use of one thread at a time; take one for each thread.
 */
public final class Appender implements AutoCloseable {
    private static final int RECORDS_PER_HINT = 512;

    private final SegmentStore store;
    private final int epoch;
    private final Checksum checksum = new Checksum();

    // Where this appender believes the tail to be: never behind a record that it has seen, and perhaps before others'
    // ones.
    private Segment segment;
    private long offset = SegmentLayout.HEADER_BYTES;
    private int records;
    private long firstIndex;

    Appender(SegmentStore store, int epoch) {
        this.store = store;
        this.epoch = epoch;
        this.segment = store.acquireFirst();
        this.firstIndex = CheckedWord.value(segment.word(SegmentLayout.FIRST_INDEX_AT)) - 1;
    }

    /** Appends a record and returns its index. */
    public long append(byte[] bytes) {
        return append(bytes, 0, bytes.length);
    }

    /** Appends a record and returns its index. */
    public long append(byte[] bytes, int from, int length) {
        Objects.checkFromIndexSize(from, length, bytes.length);
        // Before the claim, so that a claim stays open for as short as possible.
        int state = checksum.state(bytes, from, length);
        long claim = RecordLayout.claim(RecordLayout.DATA, epoch, 1, length);
        claim(claim, length);
        MemorySegment.copy(bytes, from, segment.memory, ValueLayout.JAVA_BYTE, offset + RecordLayout.PAYLOAD, length);
        return commit(claim, state, length);
    }

    private long commit(long claim, int state, int length) {
        int number = records + 1;
        long commit = RecordLayout.commit(number, Checksum.ofRecord(state, number, claim));
        if (segment.commit(offset, commit) != claim) {
            throw new ClaimVoidedException("voided");
        }
        offset += RecordLayout.size(length);
        records = number;
        if (number % RECORDS_PER_HINT == 0) {
            segment.setWord(SegmentLayout.TAIL_HINT_AT, SegmentLayout.tailHint(offset, number));
        }
        return firstIndex + number - 1;
    }

    /** Claims the tail, wherever it is: all that was claimed by others before is passed by. */
    private void claim(long claim, int length) {
        long size = RecordLayout.size(length);
        while (true) {
            // A segment always has room for its end record.
            boolean fits = offset + size + RecordLayout.HEADER_BYTES <= segment.bytes;
            long seen = segment.claim(offset, fits ? claim : RecordLayout.claim(RecordLayout.END, epoch, 0, 0));
            if (seen == 0 && fits) {
                return;
            }
            if (seen == 0 || RecordLayout.kind(seen) == RecordLayout.END) {
                roll();
            } else {
                offset += RecordLayout.size(RecordLayout.length(seen));
                records += RecordLayout.count(seen);
            }
        }
    }

    private void roll() {
        long end = RecordLayout.commit(records + 1, Checksum.ofRecord(~0, records + 1, segment.claimed(offset)));
        segment.commit(offset, end);
        firstIndex += records;
        segment = store.next(segment, firstIndex);
        offset = SegmentLayout.HEADER_BYTES;
        records = 0;
    }

    @Override
    public void close() {
        store.release(segment);
    }
}
