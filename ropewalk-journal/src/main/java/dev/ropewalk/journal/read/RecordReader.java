package dev.ropewalk.journal.read;

import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.RecordHandler;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.Frame;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.store.RecordCursor;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Hands records over to a handler. If the handler throws, the cursor stands where it has to for the record to come again.
 * For the use of one thread at a time.
 */
public final class RecordReader {
    private final boolean check;
    private final Checksum checksum = new Checksum();

    // The frame that was looked at last, where it is, in which mapping of its segment, its claim and its commit.
    private final Frame frame = new Frame();
    private @Nullable Segment frameSegment;
    private long framePosition = -1;
    private long frameClaim;
    private long frameCommit;

    /** Creates it, with records' CRCs checked or not. */
    public RecordReader(boolean check) {
        this.check = check;
    }

    /** Hands over the next records, at most so many; returns how many there were. */
    public int forwards(JournalCursor cursor, RecordHandler handler, int limit) {
        RecordCursor records = cursor.records;
        Segment segment = records.segment;
        MemorySegment memory = segment.readOnly;
        boolean checked = check;
        long offset = records.offset;
        int done = 0;
        while (done < limit) {
            // The most frequent step of RecordCursor, with all that it needs at hand.
            long commit = segment.committed(offset);
            long claim = segment.claimed(offset);
            if (commit == 0 || !RecordLayout.isRecord(claim)) {
                // A reader that has got something comes again. A reader that gets nothing must know that this is the
                // end.
                boolean isFree = (commit | claim) == 0;
                if ((isFree && (done > 0 || records.refreshAndCheckFree())) || !cursor.toRecord()) {
                    break;
                }
                segment = records.segment;
                memory = segment.readOnly;
                offset = records.offset;
                commit = records.commit();
                claim = records.claim();
            }
            if (RecordLayout.count(claim) > 1) {
                done += ofFrame(cursor, handler, limit - done);
                offset = records.offset;
                continue;
            }
            int length = RecordLayout.length(claim);
            int number = records.number + 1;
            long at = offset + RecordLayout.PAYLOAD;
            long next = offset + RecordLayout.size(length);
            if (next > segment.bytes - RecordLayout.HEADER_BYTES
                    || (checked
                            ? checksum.ofNextRecord(segment.seed, checksum.ofPayload(memory, at, length), number, claim)
                                    != RecordLayout.checksum(commit)
                            : RecordLayout.number(commit) != number)) {
                throw damaged(cursor);
            }
            handler.onRecord(memory, at, length, records.firstIndex + number - 1);
            records.offset = offset = next;
            records.number = number;
            done++;
        }
        return done;
    }

    /** Hands over the next records of the frame that is there, at most so many; returns how many there were. */
    private int ofFrame(JournalCursor cursor, RecordHandler handler, int limit) {
        RecordCursor records = cursor.records;
        if (records.look() != RecordCursor.Place.RECORD || !open(records)) {
            throw damaged(cursor);
        }
        MemorySegment memory = records.segment.readOnly;
        int count = records.count();
        int from = records.inFrame;
        int to = from + Math.min(limit, count - from);
        long first = records.index() - from;
        long at = frame.at(from);
        for (int record = from; record < to; record++) {
            int length = frame.length(record);
            handler.onRecord(memory, at, length, first + record);
            at += Frame.padded(length);
            records.inFrame = record + 1;
        }
        if (to == count) {
            records.pass();
        }
        return to - from;
    }

    /**
     * Opens the frame that is there, unless it is open; returns whether it is right. A segment that nobody used for a while was
     * unmapped, and is mapped anew when it is used again.
     */
    @SuppressWarnings("ReferenceEquality") // asks which mapping it is
    private boolean open(RecordCursor records) {
        Segment segment = records.segment;
        if (records.position() == framePosition
                && records.claim() == frameClaim
                && records.commit() == frameCommit
                && segment == frameSegment) {
            return true;
        }
        framePosition = -1;
        if (!isRight(records) || !records.open(frame)) {
            return false;
        }
        frameSegment = segment;
        framePosition = records.position();
        frameClaim = records.claim();
        frameCommit = records.commit();
        return true;
    }

    /** Returns whether the record that is there is the next one, and its CRC is right if that is checked. */
    private boolean isRight(RecordCursor records) {
        return check ? records.isIntact(checksum) : records.isNumbered();
    }

    /** Hands over the records before, the nearest first, at most so many; returns how many there were. */
    public int backwards(JournalCursor cursor, RecordHandler handler, int limit) {
        int done = 0;
        while (done < limit && cursor.toPrevious()) {
            handOverAndReturn(cursor, handler);
            done++;
        }
        return done;
    }

    private void handOverAndReturn(JournalCursor cursor, RecordHandler handler) {
        RecordCursor records = cursor.records;
        Segment segment = records.segment;
        long offset = records.offset;
        int number = records.number;
        int inFrame = records.inFrame;
        records.look();
        boolean isFrame = records.count() > 1;
        boolean isRight = isFrame ? open(records) : isRight(records);
        JournalCorruptException damage = isRight ? null : damaged(cursor);
        int length = isFrame && isRight ? frame.length(inFrame) : records.length();
        long at = isFrame && isRight ? frame.at(inFrame) : offset + RecordLayout.PAYLOAD;
        long index = records.index();
        // What fails from here on leaves the cursor behind the record.
        records.passOne();
        if (damage != null) {
            throw damage;
        }
        handler.onRecord(segment.readOnly, at, length, index);
        records.moveTo(offset, number);
        records.inFrame = inFrame;
    }

    private JournalCorruptException damaged(JournalCursor cursor) {
        return cursor.damaged("the length or the " + (check ? "CRC32C" : "number") + " of record "
                + cursor.records.index() + " is wrong");
    }
}
