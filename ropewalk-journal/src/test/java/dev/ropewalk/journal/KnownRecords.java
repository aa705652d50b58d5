package dev.ropewalk.journal;

import dev.ropewalk.journal.files.JournalImage;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.SegmentLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The records of an intact image, found by the layout alone: what readers of a damaged one are held to. */
public final class KnownRecords {
    /**
     * A record.
     *
     * @param payload its bytes, compared by content
     */
    record Entry(long index, ByteBuffer payload) {}

    /**
     * Where it lies.
     *
     * @param file the name of its segment
     * @param segment the number of its segment
     * @param from offset of its claim word
     * @param to offset of what follows
     */
    public record Place(String file, long segment, int from, int to) {}

    final List<Entry> entries = new ArrayList<>();
    final List<Place> places = new ArrayList<>();
    /** How many come before the first claim without a commit. */
    int beforeOpenClaim = -1;
    /** Whether that claim is in the last segment. */
    boolean isOpenClaimInLastSegment;
    /** How many were durable. */
    int durable;
    /** The index after the last record and claim. */
    long end;
    /** Where the last claim of the last segment ends. */
    public Place tail = new Place("", 0, 0, 0);

    private KnownRecords() {}

    public static KnownRecords of(JournalImage image) {
        var known = new KnownRecords();
        for (String name : image.names()) {
            if (name.endsWith(".seg")) {
                known.add(name, image.bytes(name));
            }
        }
        if (known.beforeOpenClaim < 0) {
            known.beforeOpenClaim = known.entries.size();
        }
        ByteBuffer control = words(image.bytes(ControlLayout.FILE));
        long segmentBytes = control.getLong(ControlLayout.SEGMENT_BYTES_AT);
        long watermark = CheckedWord.value(control.getLong(ControlLayout.WATERMARK_AT)) * RecordLayout.ALIGNMENT;
        for (Place place : known.places) {
            known.durable += place.segment * segmentBytes + place.to <= watermark ? 1 : 0;
        }
        return known;
    }

    private static ByteBuffer words(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void add(String name, byte[] bytes) {
        ByteBuffer segment = words(bytes);
        long first = segment.getLong(SegmentLayout.FIRST_INDEX_AT);
        if (first == 0) {
            // Made ahead.
            return;
        }
        end = CheckedWord.value(first) - 1;
        isOpenClaimInLastSegment = false;
        int offset = SegmentLayout.HEADER_BYTES;
        boolean isVoid = false;
        long claim = segment.getLong(offset);
        while (claim != 0 && RecordLayout.kind(claim) != RecordLayout.END) {
            int kind = RecordLayout.kind(claim);
            int next = offset + RecordLayout.size(RecordLayout.length(claim));
            // What continues an invalidated batch is invalid, too.
            isVoid = kind == RecordLayout.INVALID || (isVoid && kind == RecordLayout.CONTINUED);
            boolean isOpen = !isVoid && segment.getLong(offset + RecordLayout.COMMIT) == 0;
            if (isOpen && beforeOpenClaim < 0) {
                beforeOpenClaim = entries.size();
                isOpenClaimInLastSegment = true;
            } else if (!isOpen && !isVoid) {
                addRecords(bytes, offset, claim);
                var place = new Place(name, SegmentFiles.number(Path.of(name)), offset, next);
                places.addAll(Collections.nCopies(RecordLayout.count(claim), place));
            }
            end += RecordLayout.count(claim);
            offset = next;
            claim = segment.getLong(offset);
        }
        tail = new Place(name, SegmentFiles.number(Path.of(name)), SegmentLayout.HEADER_BYTES, offset);
    }

    private void addRecords(byte[] bytes, int offset, long claim) {
        ByteBuffer segment = words(bytes);
        int count = RecordLayout.count(claim);
        int at = offset + RecordLayout.PAYLOAD;
        int table = at;
        int width = count > 1 ? segment.getInt(table + Integer.BYTES) : 0;
        if (count > 1) {
            at += Long.BYTES + (width * count + 7) / 8 * 8;
        }
        for (int i = 0; i < count; i++) {
            int length = switch (width) {
                case 2 -> Short.toUnsignedInt(segment.getShort(table + Long.BYTES + 2 * i));
                case 4 -> segment.getInt(table + Long.BYTES + 4 * i);
                default -> count > 1 ? segment.getInt(table) : RecordLayout.length(claim);
            };
            entries.add(new Entry(end + i, ByteBuffer.wrap(Arrays.copyOfRange(bytes, at, at + length))));
            at += (length + 7) / 8 * 8;
        }
    }
}
