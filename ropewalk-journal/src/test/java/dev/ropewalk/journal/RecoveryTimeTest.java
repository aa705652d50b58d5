package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.ControlMaker;
import dev.ropewalk.journal.files.Interruption;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.repair.Recovery;
import dev.ropewalk.journal.store.SegmentFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recovers a large journal whose segments are full up to the last one, as after a stop of the machine. The knob
 * {@code ropewalk.journal.gigabytes} tells how large, 1 by default, 10 for the figure; files are sparse but for the last one.
 */
class RecoveryTimeTest {
    private static final int SEGMENT = 64 << 20;
    private static final long GIGABYTES = Long.getLong("ropewalk.journal.gigabytes", 1);

    @TempDir
    Path directory;

    @Test
    void shouldRecoverInTheTimeOfTheLastSegment() throws IOException {
        long last = (GIGABYTES << 30) / SEGMENT - 1;
        ControlMaker.create(directory, SEGMENT, 0, Format.NEWEST);
        ControlFile control = ControlFile.open(directory, true);
        for (long number = 0; number <= last; number++) {
            makeSparse(control, number);
        }
        long records = fill(control, last);
        control.watermark().raise(last * SEGMENT + SegmentLayout.HEADER_BYTES);
        long began = System.nanoTime();
        try (var segments = SegmentFolder.writable(directory, control, Machine.of(directory))) {
            var recovery = new Recovery(segments, control.watermark(), Interruption.MACHINE_STOPPED);
            assertThat(recovery.run().records()).isEqualTo(records);
            assertThat(recovery.lastSegment()).isEqualTo(last);
        }
        System.out.printf(
                "recovery of %d GiB, %d records in the last segment: %d ms%n",
                GIGABYTES, records, (System.nanoTime() - began) / 1_000_000);
    }

    private void makeSparse(ControlFile control, long number) throws IOException {
        try (FileChannel channel = FileChannel.open(
                SegmentFiles.path(directory, number), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(SegmentLayout.head(SEGMENT, number, control.identity(), Format.NEWEST), 0);
            channel.write(ByteBuffer.allocate(8), SEGMENT - 8);
        }
    }

    private long fill(ControlFile control, long number) {
        try (var segments = SegmentFolder.writable(directory, control, Machine.of(directory))) {
            Segment segment = java.util.Objects.requireNonNull(segments.get(number));
            segment.setWord(SegmentLayout.FIRST_INDEX_AT, CheckedWord.of(1_000_000));
            byte[] payload = new byte[64];
            int sum = new Checksum().ofPayload(payload, 0, payload.length);
            int size = RecordLayout.size(payload.length);
            int records = 0;
            long claim = RecordLayout.claim(RecordLayout.DATA, 1, 1, payload.length);
            for (long at = SegmentLayout.HEADER_BYTES; at + size + RecordLayout.HEADER_BYTES <= SEGMENT; at += size) {
                records++;
                segment.claim(at, claim);
                segment.commit(at, RecordLayout.commit(records, Checksum.ofRecord(segment.seed, sum, records, claim)));
            }
            return records;
        }
    }
}
