package dev.ropewalk.journal;

import static dev.ropewalk.journal.format.RecordLayout.HEADER_BYTES;

import dev.ropewalk.journal.files.SimulatedDisk;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.Frame;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.RecordCursor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Appends step by step as the protocol says, and flushes as the flusher does; the disk may look between any two steps. */
public final class SimulatedWriter {
    private static final int EPOCH = 1;
    private static final int STEP = 256;
    private static final int MAX_LENGTH = 4096;

    /** What was appended, in order: empty for an invalid claim. */
    public final List<Optional<byte[]>> appended = new ArrayList<>();
    /** For each of those, how many of the same batch follow. */
    public final List<Integer> following = new ArrayList<>();

    private final List<Runnable> asleep = new ArrayList<>();
    private final SimulatedDisk disk;
    private final Checksum checksum = new Checksum();
    private Segment segment;
    private long offset = SegmentLayout.HEADER_BYTES;
    private int number;
    private final RecordCursor frontier;

    /** How many of {@link #appended} are durable. */
    public int durable;

    /** Goes on at the end of what is on a disk, after reading that. */
    public SimulatedWriter(SimulatedDisk disk) {
        this.disk = disk;
        this.segment = disk.make(0);
        if (segment.word(SegmentLayout.FIRST_INDEX_AT) == 0) {
            segment.setWord(SegmentLayout.FIRST_INDEX_AT, CheckedWord.of(1));
        }
        frontier = new RecordCursor(segment, 0);
        appended.addAll(read(disk));
        appended.forEach(record -> following.add(0));
        RecordCursor tail = new RecordCursor(segment, 0);
        while (walk(tail)) {
            tail.pass();
        }
        segment = tail.segment;
        offset = tail.offset;
        number = tail.number;
    }

    /** Returns what a reader gets: an invalid record is empty. */
    public static List<Optional<byte[]>> read(SimulatedDisk disk) {
        List<Optional<byte[]>> read = new ArrayList<>();
        RecordCursor cursor = new RecordCursor(disk.segment(0), 0);
        var walker = new SimulatedWriter(disk, cursor);
        while (walker.walk(cursor)) {
            long index = cursor.index();
            boolean isVoid = cursor.place() == RecordCursor.Place.INVALID;
            List<byte[]> payloads = isVoid ? List.of() : payloads(cursor);
            cursor.pass();
            payloads.forEach(payload -> read.add(Optional.of(payload)));
            while (read.size() < cursor.index()) {
                read.add(Optional.empty());
            }
            if (read.size() != cursor.index()) {
                throw new AssertionError("record " + index + " comes after " + read.size() + " records");
            }
        }
        return read;
    }

    private static List<byte[]> payloads(RecordCursor cursor) {
        MemorySegment memory = cursor.segment.memory;
        if (cursor.count() == 1) {
            return List.of(memory.asSlice(cursor.offset + RecordLayout.PAYLOAD, cursor.length())
                    .toArray(ValueLayout.JAVA_BYTE));
        }
        var frame = new Frame();
        if (!cursor.open(frame)) {
            throw new AssertionError("the frame of record " + cursor.index() + " isn't filled by its records");
        }
        List<byte[]> payloads = new ArrayList<>();
        for (int i = 0; i < cursor.count(); i++) {
            payloads.add(memory.asSlice(frame.at(i), frame.length(i)).toArray(ValueLayout.JAVA_BYTE));
        }
        return payloads;
    }

    /** Returns how many durable invalid claims have a commit that doesn't fit the payload. */
    public static int lateCommitsWithoutPayload(SimulatedDisk disk) {
        int found = 0;
        var checksum = new Checksum();
        var cursor = new RecordCursor(disk.segment(0), 0);
        var walker = new SimulatedWriter(disk, cursor);
        while (walker.walk(cursor) && cursor.position() < disk.watermark().position()) {
            if (cursor.place() == RecordCursor.Place.INVALID && cursor.commit() != 0) {
                long claim = RecordLayout.claim(RecordLayout.DATA, EPOCH, 1, cursor.length());
                int sum = checksum.ofPayload(
                        cursor.segment.memory, cursor.offset + RecordLayout.PAYLOAD, cursor.length());
                int right = Checksum.ofRecord(cursor.segment.seed, sum, cursor.number + 1, claim);
                found += RecordLayout.checksum(cursor.commit()) == right ? 0 : 1;
            }
            cursor.pass();
        }
        return found;
    }

    private SimulatedWriter(SimulatedDisk disk, RecordCursor frontier) {
        this.disk = disk;
        this.segment = frontier.segment;
        this.frontier = frontier;
    }

    /** Looks at the next record, in the next segment if need be; returns whether there is one. */
    private boolean walk(RecordCursor cursor) {
        while (cursor.look() == RecordCursor.Place.END && disk.get(cursor.segment.number + 1) != null) {
            cursor.enter(disk.segment(cursor.segment.number + 1), cursor.index());
        }
        return cursor.place() == RecordCursor.Place.RECORD || cursor.place() == RecordCursor.Place.INVALID;
    }

    public void append(byte[] payload) {
        long claim = RecordLayout.claim(RecordLayout.DATA, EPOCH, 1, payload.length);
        room(RecordLayout.size(payload.length));
        segment.claim(offset, claim);
        disk.step();
        write(offset, payload);
        disk.step();
        segment.commit(offset, commit(payload, 1, claim));
        disk.step();
        appended.add(Optional.of(payload));
        following.add(0);
        pass(claim);
    }

    /** Appends a claim that is invalidated while its writer sleeps, before the writer has written anything. */
    public void appendVoid(byte[] late) {
        long claim = RecordLayout.claim(RecordLayout.DATA, EPOCH, 1, late.length);
        room(RecordLayout.size(late.length));
        segment.claim(offset, claim);
        disk.step();
        segment.changeClaim(offset, claim, RecordLayout.invalidated(segment.seed, number + 1, claim));
        disk.step();
        Segment claimed = segment;
        long at = offset;
        long commit = commit(late, 1, claim);
        asleep.add(() -> {
            MemorySegment.copy(late, 0, claimed.memory, ValueLayout.JAVA_BYTE, at + RecordLayout.PAYLOAD, late.length);
            disk.step();
            claimed.commit(at, commit);
            disk.step();
        });
        appended.add(Optional.empty());
        following.add(0);
        pass(claim);
    }

    /** Lets the writers whose claims are invalid write and commit all the same: only then they find out. */
    public void wakeUp() {
        asleep.forEach(Runnable::run);
        asleep.clear();
    }

    /** Appends a batch: as a frame, or as a run that tells, if asked, where it ends. */
    public void appendBatch(List<byte[]> payloads, boolean markContinued) {
        if (segment.frames) {
            appendFrame(payloads);
            return;
        }
        int bytes = payloads.stream()
                .mapToInt(payload -> RecordLayout.size(payload.length))
                .sum();
        long run = RecordLayout.claim(RecordLayout.RUN, EPOCH, payloads.size(), bytes - HEADER_BYTES);
        room(bytes);
        segment.claim(offset, run);
        disk.step();
        long at = offset;
        for (int i = 0; i < payloads.size(); i++) {
            byte[] payload = payloads.get(i);
            write(at, payload);
            if (i > 0) {
                long claim = RecordLayout.claim(RecordLayout.CONTINUED, EPOCH, 1, payload.length);
                segment.claim(at, claim);
                segment.commit(at, batchCommit(payloads, i, claim, markContinued));
            }
            disk.step();
            at += RecordLayout.size(payload.length);
            appended.add(Optional.of(payload));
            following.add(payloads.size() - 1 - i);
        }
        long first = RecordLayout.claim(RecordLayout.DATA, EPOCH, 1, payloads.getFirst().length);
        segment.changeClaim(offset, run, first);
        disk.step();
        segment.commit(offset, batchCommit(payloads, 0, first, markContinued));
        disk.step();
        pass(run);
    }

    private void appendFrame(List<byte[]> payloads) {
        byte[] frame = frame(payloads);
        long claim = RecordLayout.claim(RecordLayout.DATA, EPOCH, payloads.size(), frame.length);
        room(RecordLayout.size(frame.length));
        segment.claim(offset, claim);
        disk.step();
        for (int at = 0; at < frame.length; at += STEP) {
            int length = Math.min(STEP, frame.length - at);
            MemorySegment.copy(
                    frame, at, segment.memory, ValueLayout.JAVA_BYTE, offset + RecordLayout.PAYLOAD + at, length);
            disk.step();
        }
        segment.commit(offset, commit(frame, 1, claim));
        disk.step();
        for (int i = 0; i < payloads.size(); i++) {
            appended.add(Optional.of(payloads.get(i)));
            following.add(payloads.size() - 1 - i);
        }
        pass(claim);
    }

    private static byte[] frame(List<byte[]> payloads) {
        int[] lengths = payloads.stream().mapToInt(payload -> payload.length).toArray();
        int width = Frame.width(false, MAX_LENGTH);
        int at = Frame.tableBytes(width, lengths.length);
        int bytes = payloads.stream()
                .mapToInt(payload -> RecordLayout.size(payload.length) - HEADER_BYTES)
                .sum();
        byte[] frame = new byte[at + bytes];
        Frame.writeTable(frame, 0, width, lengths, lengths.length);
        for (byte[] payload : payloads) {
            System.arraycopy(payload, 0, frame, at, payload.length);
            at += RecordLayout.size(payload.length) - HEADER_BYTES;
        }
        return frame;
    }

    private long batchCommit(List<byte[]> payloads, int i, long claim, boolean markContinued) {
        long commit = commit(payloads.get(i), i + 1, claim);
        return markContinued && i < payloads.size() - 1 ? RecordLayout.continued(commit) : commit;
    }

    private long commit(byte[] payload, int further, long claim) {
        int sum = checksum.ofPayload(payload, 0, payload.length);
        return RecordLayout.commit(number + further, Checksum.ofRecord(segment.seed, sum, number + further, claim));
    }

    private void write(long at, byte[] payload) {
        MemorySegment.copy(
                payload, 0, segment.memory, ValueLayout.JAVA_BYTE, at + RecordLayout.PAYLOAD, payload.length);
    }

    private void room(int size) {
        if (offset + size + HEADER_BYTES > segment.bytes) {
            segment.claim(offset, RecordLayout.claim(RecordLayout.END, EPOCH, 0, 0));
            disk.step();
            segment.commit(offset, RecordLayout.endCommit(segment.seed, number + 1, segment.claimed(offset)));
            disk.step();
            segment = disk.make(segment.number + 1);
            segment.setWord(SegmentLayout.FIRST_INDEX_AT, CheckedWord.of(appended.size() + 1));
            disk.step();
            offset = SegmentLayout.HEADER_BYTES;
            number = 0;
        }
    }

    private void pass(long claim) {
        offset += RecordLayout.size(RecordLayout.length(claim));
        number += RecordLayout.count(claim);
    }

    /** Forces what is committed and raises the watermark. */
    public void flush() {
        flush(false);
    }

    /** Does so in the wrong order, if asked. */
    public void flush(boolean raiseFirst) {
        while (true) {
            long from = frontier.offset;
            while (frontier.look() == RecordCursor.Place.RECORD || frontier.place() == RecordCursor.Place.INVALID) {
                frontier.pass();
            }
            boolean ended = frontier.place() == RecordCursor.Place.END;
            if (raiseFirst) {
                disk.watermark().raise(frontier.position());
            }
            disk.force(
                    frontier.segment,
                    from == SegmentLayout.HEADER_BYTES ? 0 : from,
                    frontier.offset + (ended ? HEADER_BYTES : 0));
            disk.watermark().raise(frontier.position());
            durable = (int) frontier.index();
            Segment next = disk.get(frontier.segment.number + 1);
            if (!ended || next == null) {
                return;
            }
            frontier.enter(next, frontier.index());
        }
    }
}
