package dev.ropewalk.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Ends a journal at its first damage, on demand only. Needs it alone. */
final class Repair {
    private final Path directory;
    private final ControlFile control;

    private Repair(Path directory, ControlFile control) {
        this.directory = directory;
        this.control = control;
    }

    static Optional<CutTail> of(Path directory) {
        return FileThreads.call(directory, () -> {
            try (LockFile locks = LockFile.open(directory)) {
                LockFile.Hold alone = locks.tryHold(LockFile.OPEN, false)
                        .orElseThrow(() -> new JournalException(
                                "the journal in " + directory + " can't be repaired: somebody has it open"));
                try (ControlFile control = ControlFile.open(directory, true)) {
                    return new Repair(directory, control).run();
                } finally {
                    alone.close();
                }
            }
        });
    }

    private Optional<CutTail> run() throws IOException {
        control.beginRecovery();
        new SegmentFiles(directory, control, true).sweep();
        Optional<CutTail> cut;
        try (var segments = new SegmentFolder(directory, control, true)) {
            for (long number = segments.first(); number >= 0 && number <= segments.last(); number++) {
                lengthen(SegmentFiles.path(directory, number));
            }
            new Mender(segments).run();
            cut = cut(segments);
            // Pages whose writing has failed count as clean. What was written again is dirty, and is forced below.
            for (long number = segments.first(); number >= 0 && number <= segments.last(); number++) {
                Segment segment = segments.get(number);
                if (segment != null && control.watermark().isPoisoned()) {
                    rewrite(segment);
                }
            }
            Watermark watermark = control.watermark();
            watermark.reset(segments.first() * segments.segmentBytes());
            var recovery = new Recovery(segments, watermark, Recovery.Since.UNKNOWN);
            recovery.run();
            watermark.cure();
            control.raiseFirstSegment(segments.first());
            control.setLastSegment(recovery.lastSegment());
            Cursors.cut(directory, recovery.endIndex());
        }
        control.endRecovery();
        return cut;
    }

    private static Optional<CutTail> cut(SegmentFolder segments) {
        VerificationReport.Damage damage =
                new Verifier(segments, 0).run().damage().orElse(null);
        if (damage == null) {
            return Optional.empty();
        }
        Segment segment = segments.get(damage.segment());
        long offset = damage.offset();
        if (segment == null) {
            // As a whole, so the segment before becomes the last one.
            segment = segments.get(damage.segment() - 1);
            if (segment == null) {
                throw new JournalCorruptException(damage.segment(), 0, damage.what() + "; nothing is before it");
            }
            offset = endOf(segment);
        }
        return Cut.at(segments, segment, offset, damage.what());
    }

    private static long endOf(Segment segment) {
        var cursor = new RecordCursor(segment, 0);
        while (cursor.look() != RecordCursor.Place.END) {
            cursor.pass();
        }
        return cursor.offset + RecordLayout.HEADER_BYTES;
    }

    /** Gives a truncated file its length back, of zeros. */
    private void lengthen(Path file) throws IOException {
        long bytes = control.segmentBytes();
        if (!Files.exists(file) || Files.size(file) >= bytes) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
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
