package dev.ropewalk.journal;

import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Counts what is in the files of a journal, by the layout alone: a second opinion, which shares no code with the readers. */
final class SegmentScan {
    private long records;
    private long invalidated;

    private SegmentScan() {}

    /** Scans a journal without writers. */
    static SegmentScan of(Path directory) throws IOException {
        List<Path> segments;
        try (Stream<Path> files = Files.list(directory)) {
            segments = files.filter(file -> file.toString().endsWith(".seg"))
                    .sorted()
                    .toList();
        }
        var scan = new SegmentScan();
        for (Path segment : segments) {
            scan.add(ByteBuffer.wrap(Files.readAllBytes(segment)).order(ByteOrder.LITTLE_ENDIAN));
        }
        return scan;
    }

    private void add(ByteBuffer segment) {
        int offset = SegmentLayout.HEADER_BYTES;
        boolean isVoid = false;
        while (offset < segment.capacity()) {
            long claim = segment.getLong(offset);
            int kind = RecordLayout.kind(claim);
            if (claim == 0 || kind == RecordLayout.END) {
                return;
            }
            // What continues an invalidated batch is invalid, too.
            isVoid = kind == RecordLayout.INVALID || (isVoid && kind == RecordLayout.CONTINUED);
            if (isVoid) {
                invalidated += RecordLayout.count(claim);
            } else {
                records += RecordLayout.count(claim);
            }
            offset += RecordLayout.size(RecordLayout.length(claim));
        }
    }

    /** Returns how many records there are. */
    long records() {
        return records;
    }

    /** Returns how many indices no record has. */
    long invalidated() {
        return invalidated;
    }
}
