package dev.ropewalk.journal;

import java.lang.foreign.MemorySegment;

/** Reads the records of a journal in order. For the use of one thread at a time. */
public final class Tailer implements AutoCloseable {
    private final SegmentStore store;
    private final boolean check;
    private final Checksum checksum = new Checksum();

    private Segment segment;
    private MemorySegment payloads;
    private long offset = SegmentLayout.HEADER_BYTES;
    private int records;
    private long firstIndex;

    Tailer(SegmentStore store, boolean check) {
        this.store = store;
        this.check = check;
        this.segment = store.acquireFirst();
        this.payloads = segment.memory.asReadOnly();
    }

    /** Hands the next records to the handler, at most so many; returns how many there were. */
    public int poll(RecordHandler handler, int limit) {
        int done = 0;
        while (done < limit) {
            long commit = segment.committed(offset);
            if (commit == 0) {
                break;
            }
            long claim = segment.claimed(offset);
            int kind = RecordLayout.kind(claim);
            if (kind == RecordLayout.END) {
                firstIndex += records;
                segment = store.next(segment, firstIndex);
                payloads = segment.memory.asReadOnly();
                offset = SegmentLayout.HEADER_BYTES;
                records = 0;
                continue;
            }
            int length = RecordLayout.length(claim);
            long at = offset + RecordLayout.PAYLOAD;
            int number = records + 1;
            if (check
                    && Checksum.ofRecord(checksum.state(payloads, at, length), number, claim)
                            != RecordLayout.checksum(commit)) {
                throw new JournalCorruptException(
                        segment.number, offset, "the CRC32C of record " + (firstIndex + records) + " doesn't match");
            }
            handler.onRecord(payloads, at, length, firstIndex + records);
            offset += RecordLayout.size(length);
            records = number;
            done++;
        }
        return done;
    }

    @Override
    public void close() {
        store.release(segment);
    }
}
