package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.CursorFinding;
import dev.ropewalk.journal.CutTail;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.LastRecovery;
import dev.ropewalk.journal.RecoveryReport;
import dev.ropewalk.journal.RepairReport;
import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.files.Allocation;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.CutFolder;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.Interruption;
import dev.ropewalk.journal.files.JournalClock;
import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.files.LockRecord;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.files.OpenHere;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.files.Watermark;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.Cut;
import dev.ropewalk.journal.store.FirstIndex;
import dev.ropewalk.journal.store.RecordCursor;
import dev.ropewalk.journal.store.SegmentFolder;
import dev.ropewalk.journal.store.SegmentSet;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Brings a damaged journal in order, on demand only: mends what follows from other bytes, and ends it at the first damage that
 * doesn't. Needs it alone.
 */
public final class Repair {
    private final Path directory;
    private final ControlFile control;
    private final Machine machine;
    private final List<Path> overwritten;
    private final boolean isFirstSegmentKnown;
    private final boolean isLastSegmentKnown;
    private final List<VerificationReport.Damage> lost = new ArrayList<>();

    private Repair(Path directory, ControlFile control, Machine machine, List<Path> overwritten, FileHeadRepair heads) {
        this.isFirstSegmentKnown = !heads.hasLostFirstSegment();
        this.isLastSegmentKnown = !heads.hasLostLastSegment();
        this.machine = machine;
        this.directory = directory;
        this.control = control;
        this.overwritten = overwritten;
    }

    public static RepairReport of(Path directory) {
        return of(directory, Machine.of(directory));
    }

    public static RepairReport of(Path directory, Machine machine) {
        return FileThreads.call(directory, () -> {
            // Refuses what is no journal before it makes a file there.
            FileHeads.read(directory);
            try (LockFile locks = LockFile.open(directory)) {
                LockFile.Hold alone = locks.tryHold(LockFile.OPEN, false)
                        .orElseThrow(() -> new JournalException("the journal in " + directory
                                + " can't be repaired: it is open, in this process or another"));
                try {
                    if (!locks.isCurrent()) {
                        throw new JournalException("the journal in " + directory
                                + " can't be repaired: its lock file was replaced at the same time");
                    }
                    OpenHere.refuse(directory, "repaired");
                    return alone(directory, machine, locks);
                } finally {
                    alone.close();
                }
            }
        });
    }

    private static RepairReport alone(Path directory, Machine machine, LockFile locks) throws IOException {
        var heads = new FileHeadRepair(directory, () -> {});
        List<Path> overwritten = new ArrayList<>(heads.run());
        try (ControlFile control = ControlFile.open(directory, true)) {
            return new Repair(directory, control, machine, overwritten, heads).run(new LockRecord(control, locks));
        }
    }

    private RepairReport run(LockRecord lockRecord) throws IOException {
        control.beginRecovery();
        new SegmentFiles(directory, control, true).sweepTemporary();
        RecoveryReport report;
        List<CursorFinding> cursors;
        try (var segments = SegmentFolder.writable(directory, control, machine)) {
            giveUpLostStart(segments);
            noteMissing(segments);
            for (long number : segments.numbers()) {
                setLength(SegmentFiles.path(directory, number));
            }
            new HeaderRepair(segments).run(firstIndex(segments));
            Optional<CutTail> cut = cut(segments);
            // Pages whose writing has failed count as clean. What was written again is dirty, and is forced below.
            for (long number : segments.numbers()) {
                Segment segment = segments.get(number);
                if (segment != null && control.watermark().isPoisoned()) {
                    rewrite(segment);
                }
            }
            Watermark watermark = control.watermark();
            long durable = watermark.position();
            watermark.reset(segments.first() * segments.segmentBytes());
            var recovery = new Recovery(segments, watermark, Interruption.UNKNOWN);
            RecoveryReport recovered = recovery.run();
            report = new RecoveryReport(
                    recovered.machineStopped(),
                    recovered.records(),
                    recovered.invalidatedClaims(),
                    joined(cut, recovered.cut()));
            watermark.cure();
            control.setLastSegment(recovery.lastSegment());
            // What was kept isn't lost.
            if (report.cut().map(CutTail::kept).orElse(List.of()).isEmpty()) {
                noteLostEnd(watermark.position(), durable);
            }
            var cursorRepair = new CursorRepair(directory, control.identity());
            cursors = cursorRepair.run(firstIndex(segments), recovery.endIndex());
            overwritten.addAll(cursorRepair.kept());
        }
        RecoveryNote.write(directory, new LastRecovery(JournalClock.INSTANCE.instant(), true, report));
        lockRecord.set();
        control.endRecovery(machine.boot());
        return new RepairReport(
                report.cut(), List.copyOf(overwritten), List.copyOf(lost), report.invalidatedClaims(), cursors);
    }

    private void giveUpLostStart(SegmentSet segments) {
        long first = segments.first();
        if (first > segments.firstKept()) {
            String what = MissingStart.of(segments);
            lost.add(new VerificationReport.Damage(segments.firstKept(), 0, what, true));
            // In this order, as the first one is never behind the last one.
            control.raiseLastSegment(first);
            control.raiseFirstSegment(first);
        } else if (!isFirstSegmentKnown && first > 0) {
            lost.add(new VerificationReport.Damage(first - 1, 0, MissingStart.perhaps(segments), false));
        }
    }

    private void noteMissing(SegmentFolder segments) {
        List<Long> numbers = segments.numbers();
        long next = numbers.isEmpty() ? 0 : numbers.getFirst();
        for (long number : numbers) {
            noteMissing(next, number - 1);
            next = number + 1;
        }
        noteMissing(next, segments.lastBegun());
    }

    private void noteMissing(long from, long to) {
        if (from <= to) {
            boolean wasDurable =
                    from * control.segmentBytes() < control.watermark().position();
            String what = from == to
                    ? "its file is missing, and its records with it"
                    : "its file and those up to segment " + to + " are missing, and their records with them";
            lost.add(new VerificationReport.Damage(from, 0, what, wasDurable));
        }
    }

    private void noteLostEnd(long end, long durable) {
        if (end < durable) {
            long bytes = control.segmentBytes();
            String what = "it was durable up to position " + durable + ", and ends at position " + end;
            lost.add(new VerificationReport.Damage(end / bytes, end % bytes, what, true));
        }
    }

    private Optional<CutTail> cut(SegmentFolder segments) {
        var verifier = new Verifier(segments, control.watermark().position());
        VerificationReport.Damage damage = verifier.run().damage().orElse(null);
        if (damage == null) {
            if (!isLastSegmentKnown && verifier.hasEnded()) {
                noteUnknownLast(segments.last());
            }
            return Optional.empty();
        }
        Segment segment = segments.get(damage.segment());
        if (segment != null) {
            return Cut.at(segments, segment, damage.offset(), damage.what());
        }
        // As a whole, so the segment before becomes the last one.
        Segment before = segments.get(damage.segment() - 1);
        if (before == null) {
            throw new JournalCorruptException(damage.segment(), 0, damage.what() + "; nothing is before it");
        }
        long end = endOf(before);
        String reason = "segment " + damage.segment() + ": " + damage.what();
        // Where no file is left behind it there is nothing to keep, but the journal ends earlier than it did.
        return Cut.at(segments, before, end, reason)
                .or(() -> Optional.of(new CutTail(before.number, end, 0, reason, List.of())));
    }

    private void noteUnknownLast(long last) {
        String what = "whether it was there can't be told, as the control file was lost: segment " + last
                + " has ended, and none follows it";
        lost.add(new VerificationReport.Damage(last + 1, 0, what, false));
    }

    /** Returns two cuts as one: the second takes away the rest of a batch that the first has cut in two. */
    private static Optional<CutTail> joined(Optional<CutTail> first, Optional<CutTail> second) {
        if (first.isEmpty() || second.isEmpty()) {
            return first.or(() -> second);
        }
        CutTail behind = first.get();
        CutTail before = second.get();
        return Optional.of(new CutTail(
                before.segment(),
                before.offset(),
                before.bytes() + behind.bytes(),
                behind.reason() + "; " + before.reason(),
                Stream.concat(before.kept().stream(), behind.kept().stream()).toList()));
    }

    private static long endOf(Segment segment) {
        var cursor = new RecordCursor(segment, 0);
        while (cursor.look() != RecordCursor.Place.END) {
            cursor.pass();
        }
        return cursor.offset + RecordLayout.HEADER_BYTES;
    }

    private static long firstIndex(SegmentSet segments) {
        return FirstIndex.of(segments)
                .orElseThrow(() -> new JournalCorruptException(
                        segments.first(), SegmentLayout.FIRST_INDEX_AT, FirstIndex.UNKNOWN));
    }

    /** Gives a truncated file its length back, of zeros, and takes away what is behind the end of a longer one. */
    private void setLength(Path file) throws IOException {
        long bytes = control.segmentBytes();
        if (!Files.exists(file) || Files.size(file) == bytes) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (channel.size() > bytes) {
                var surplus = channel.map(FileChannel.MapMode.READ_ONLY, bytes, channel.size() - bytes);
                overwritten.add(new CutFolder(directory).keep(file.getFileName() + "-" + bytes, surplus));
                channel.truncate(bytes);
                return;
            }
            long number = SegmentFiles.number(file);
            String what = "its file had " + channel.size() + " bytes, not " + bytes + "; the rest is zero";
            lost.add(new VerificationReport.Damage(number, channel.size(), what, true));
            ByteBuffer zeros = ByteBuffer.allocate(1 << 16);
            for (long at = channel.size(); at < bytes; ) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
                at += channel.write(zeros, at);
            }
        } catch (IOException e) {
            throw Allocation.failure(file, bytes, e);
        }
    }

    private static void rewrite(Segment segment) {
        byte[] copy = new byte[1 << 16];
        for (long at = 0; at < segment.bytes; at += copy.length) {
            int length = (int) Math.min(copy.length, segment.bytes - at);
            var page = segment.memory.asSlice(at, length);
            MemorySegment.copy(page, ValueLayout.JAVA_BYTE, 0, copy, 0, length);
            MemorySegment.copy(copy, 0, page, ValueLayout.JAVA_BYTE, 0, length);
        }
    }
}
