package dev.ropewalk.journal.format;

import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.files.Allocation;
import dev.ropewalk.journal.files.TailLock;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A mapped segment, and the protocol by which any number of threads and processes append to it.
 *
 * <p>A record's claim word is written by compare-and-set from zero: that is the claim, and the order of claims is the order of
 * records. The commit word is written once, by one release store, after the payload. So a thread that reads a commit word other
 * than zero with acquire sees the payload.
 *
 * <p>A writer may die, or sleep for long, between claim and commit. Then a thread that waits behind the claim, the invalidator,
 * invalidates it. If the writer is dead (its lock is free), its last store is visible. So an invalidator that finds no commit
 * then changes the claim word from DATA to INVALID. If the writer may wake up, the two race: the writer stores the commit word
 * and then reads the claim word; the invalidator changes the claim word to CONTESTED and then reads the commit word. This is
 * Dekker's pattern, and at least one sees the other if both sides have a full fence between store and load. The writer's would
 * cost half as much as the whole append, for what almost never happens. Therefore only the other side fences, for both:
 * {@code membarrier} makes every thread of the machine pass a full barrier. After it, a commit that isn't visible hasn't been stored,
 * and its writer will read CONTESTED. So the invalidator changes CONTESTED to INVALID if there is no commit, else to SAVED; and a
 * writer that reads CONTESTED changes it to SAVED, and has failed if it finds INVALID. All by compare-and-set: one of them wins,
 * and both know which.
 *
 * <p>Any number of threads of all processes may invalidate at once, and none of them holds a lock that a stopped process would keep. That
 * is right since a claim word never comes back to what it was. A claim goes from DATA to CONTESTED, and from there to INVALID or SAVED,
 * which stay. A batch's goes from RUN, which may be contested and invalidated as well, to the DATA of its first record: another word even
 * where both are contested, as a RUN counts more than one record. So:
 *
 * <ul>
 *   <li>An invalidator that decides on an old look finds another word, and changes nothing. If a saved claim became DATA, it
 *       could be contested once more, and an invalidator that had looked before the commit would then invalidate a record that
 *       its writer believes in.
 *   <li>An invalidator that finds a claim CONTESTED may decide on it, after a barrier of its own: the claim was contested before
 *       that barrier, whichever thread did it. So an invalidator that is stopped or killed at any moment leaves nothing that
 *       another can't finish.
 *   <li>A contested claim with a commit may become SAVED at once. If another invalidator has looked before the commit, either its
 *       INVALID comes first or this SAVED, and the writer, which has yet to read the claim word, learns which.
 * </ul>
 *
 * <p>What is invalid stays as it is, and its length leads to all that follows. No commit covers it. Its writer may still store
 * one, at any time, over a payload of which a power failure may keep any part; so the commit word of an invalid claim says
 * nothing. Therefore the claim word has a check of its own, in the place of the epoch: it comes with the very compare-and-set
 * that invalidates, and every walk over the claim looks at it. The rest of a batch whose first record is invalid keeps its own
 * commits, which were complete before that record's claim became DATA.
 *
 * <p>In format 2 a batch is one record by all this, a {@link Frame}: there is no RUN, and no rest.
 *
 * <p>An exclusive appender, which holds the {@linkplain TailLock tail's lock} alone, finds the first free place like any other.
 * From there on each next place is free, for no other appender claims: so its claims are plain stores, before the payload's. That
 * is all that it does otherwise. An invalidator changes a claim only after it has seen it, so such a store never overwrites a
 * CONTESTED.
 *
 * <p>Each compare-and-set comes after a load from the same page. If the file was truncated under the mapping, the load throws;
 * a compare-and-set that isn't compiled would end the JVM. A load finds out nothing about a full disk, for which {@link Allocation}
 * provides. A claim doesn't load the very word: readers wait for it, and its
 * cache line would come twice, once to be read and once to be written.
 *
 * <p>A reader trusts a commit only with a claim word of kind DATA, CONTINUED or SAVED, read after it.
 */
public final class Segment {
    public static final ValueLayout.OfLong UNALIGNED_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle WORD = LONG.varHandle();

    public final long number;
    public final long bytes;
    /** What the checksums of its records start from, see {@link SegmentLayout#seed}. */
    public final int seed;

    /** Whether a batch is a {@link Frame} here. */
    public final boolean frames;

    public final MemorySegment memory;
    /** The same memory, as it is shown to users. */
    public final MemorySegment readOnly;

    /** Takes one whose head tells its format. */
    public Segment(long number, long identity, MemorySegment memory) {
        this(number, identity, memory, (int) memory.get(UNALIGNED_LONG, SegmentLayout.VERSION_AT));
    }

    /** Takes one of which it is known otherwise. */
    public Segment(long number, long identity, MemorySegment memory, int format) {
        this.frames = format == Format.FRAMES;
        this.number = number;
        this.seed = SegmentLayout.seed(number, identity);
        this.memory = memory;
        this.readOnly = memory.asReadOnly();
        this.bytes = memory.byteSize();
    }

    /** Claims the place if it is free; returns 0 then, else the claim that is there. */
    public long claim(long offset, long claim) {
        touchPage(offset);
        return WORD.compareAndSet(memory, offset, 0L, claim) ? 0 : claimed(offset);
    }

    /** Claims the place, which is free, for an exclusive appender. */
    public void claimAlone(long offset, long claim) {
        WORD.setOpaque(memory, offset, claim);
        // A writer that dies now must not leave a payload without the claim that covers it.
        VarHandle.storeStoreFence();
    }

    /** Loads the last word of a page: no reader waits for that word, so its cache line stays here. */
    private void touchPage(long offset) {
        long last = offset | (SegmentLayout.PAGE_BYTES - Long.BYTES);
        long _ = (long) WORD.getOpaque(memory, Math.min(last, bytes - Long.BYTES));
    }

    /** Publishes a record; returns its claim word as it is after that, which is another one if it was contested or invalidated. */
    public long commit(long offset, long commit) {
        WORD.setRelease(memory, offset + RecordLayout.COMMIT, commit);
        // Keeps the compiler from reading the claim word early; the barrier of the thread that contests deals with the
        // hardware.
        VarHandle.acquireFence();
        return (long) WORD.getOpaque(memory, offset);
    }

    /** Returns the commit word, 0 if there is none yet. */
    public long committed(long offset) {
        return (long) WORD.getAcquire(memory, offset + RecordLayout.COMMIT);
    }

    public long claimed(long offset) {
        return (long) WORD.getAcquire(memory, offset);
    }

    /**
     * Returns whether nothing but zeros follows a place that was free, up to the end of the next page. A claim comes before what
     * it covers, so a reader that finds something else and then still no claim has found a hole, not the end. This looks no
     * further, since pages that haven't been used yet would be made present.
     */
    public boolean isZeroFrom(long offset) {
        long nextPage = (offset | (SegmentLayout.PAGE_BYTES - 1)) + 1;
        boolean isZero = isZero(offset, Math.min(bytes, nextPage + SegmentLayout.PAGE_BYTES));
        VarHandle.acquireFence();
        return isZero;
    }

    /** Returns whether a claim word can be there: the claim of the record with a number, or an end. */
    public boolean isPossible(long claim, long offset, int recordNumber) {
        return fits(claim, offset)
                && (RecordLayout.kind(claim) != RecordLayout.INVALID
                        || claim == RecordLayout.invalidated(seed, recordNumber, claim));
    }

    /** Returns whether a claim at an offset leaves room for the end after it, or is that end. */
    public boolean fits(long claim, long offset) {
        return RecordLayout.fits(claim, offset, bytes, frames);
    }

    public boolean changeClaim(long offset, long from, long to) {
        return claimed(offset) == from && WORD.compareAndSet(memory, offset, from, to);
    }

    /** Reads a word of the header. */
    public long word(int at) {
        return (long) WORD.getAcquire(memory, (long) at);
    }

    /** Returns the same as {@link #tailHint(Checksum)}, for once. */
    public long tailHint() {
        return tailHint(new Checksum());
    }

    /**
     * Returns the hint where the tail is; 0 if there is none, or the record there doesn't prove it by its CRC, which covers the
     * number that the hint says. A look at the number alone isn't enough: numbers are found in payloads, too.
     */
    public long tailHint(Checksum checksum) {
        return provenHint(word(SegmentLayout.TAIL_HINT_AT), checksum);
    }

    /** Returns a hint that was read before, or 0 likewise. */
    public long provenHint(long hint, Checksum checksum) {
        long offset = SegmentLayout.hintedOffset(hint);
        int before = SegmentLayout.hintedRecords(hint);
        boolean fits = offset >= SegmentLayout.HEADER_BYTES && offset <= bytes - RecordLayout.HEADER_BYTES;
        boolean isWhole = before >= 0 && hint == SegmentLayout.tailHint(offset, before);
        if (!fits || !isWhole) {
            return 0;
        }
        long commit = committed(offset);
        long claim = RecordLayout.unsaved(claimed(offset));
        return RecordLayout.isRecord(claim)
                        && isPossible(claim, offset, before + 1)
                        && isIntact(checksum, offset, before + 1, claim, commit)
                ? hint
                : 0;
    }

    /** Returns whether the number and the CRC of a record with a possible claim are right. */
    public boolean isIntact(Checksum checksum, long offset, int expected, long claim, long commit) {
        int payload = checksum.ofPayload(memory, offset + RecordLayout.PAYLOAD, RecordLayout.length(claim));
        // A run alone tells by the highest bit that it goes on.
        return (frames ? (int) commit : RecordLayout.number(commit)) == expected
                && RecordLayout.checksum(commit) == Checksum.ofRecord(seed, payload, expected, claim);
    }

    /**
     * Returns whether two words are still these. The loads are plain, so that both need one check of the memory together. They
     * come after an acquiring load, before which no compiler moves them; a change that they miss is one that comes after it. A
     * caller that finds a change reads again, with acquire.
     */
    public boolean areStill(int at, long word, int otherAt, long otherWord) {
        long found = (long) WORD.get(memory, (long) at);
        long otherFound = (long) WORD.get(memory, (long) otherAt);
        return ((found ^ word) | (otherFound ^ otherWord)) == 0;
    }

    /** Changes a word of the header that no other has changed. */
    public boolean changeWord(int at, long from, long to) {
        return word(at) == from && WORD.compareAndSet(memory, (long) at, from, to);
    }

    /** Writes a word of the header. */
    public void setWord(int at, long value) {
        WORD.setRelease(memory, (long) at, value);
    }

    /** Returns the index of the first record. */
    public long firstIndex() {
        long word = word(SegmentLayout.FIRST_INDEX_AT);
        if (word == 0 || !CheckedWord.isValid(word)) {
            throw new JournalCorruptException(
                    number,
                    SegmentLayout.FIRST_INDEX_AT,
                    "the index of its first record is never " + Long.toHexString(word) + " (hexadecimal)");
        }
        return CheckedWord.value(word) - 1;
    }

    /** Returns whether the bytes between two offsets of whole words are zero. */
    public boolean isZero(long from, long to) {
        for (long at = from; at < to; at += Long.BYTES) {
            if (memory.get(UNALIGNED_LONG, at) != 0) {
                return false;
            }
        }
        return true;
    }
}
