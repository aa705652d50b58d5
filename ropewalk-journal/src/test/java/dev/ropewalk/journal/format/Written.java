package dev.ropewalk.journal.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.store.SegmentStore;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A record as it lies in the journal's memory, found by the layout alone. */
public record Written(long index, List<Byte> payload) {
    public Written(long index, byte[] payload) {
        this(index, toList(payload));
    }

    private static List<Byte> toList(byte[] bytes) {
        List<Byte> list = new ArrayList<>();
        for (byte b : bytes) {
            list.add(b);
        }
        return list;
    }

    /** Returns the records of a journal whose appenders are done, and checks all words and the fill after payloads. */
    public static List<Written> in(SegmentStore store) {
        List<Written> found = new ArrayList<>();
        long index = 0;
        boolean more = true;
        for (long number = 0; more; number++) {
            Segment segment = store.acquire(number);
            assertThat(CheckedWord.value(segment.word(SegmentLayout.FIRST_INDEX_AT)) - 1)
                    .isEqualTo(index);
            int records = 0;
            boolean invalidated = false;
            boolean batch = false;
            long offset = SegmentLayout.HEADER_BYTES;
            long claim = segment.claimed(offset);
            while (claim != 0 && RecordLayout.kind(claim) != RecordLayout.END) {
                int length = RecordLayout.length(claim);
                int kind = RecordLayout.kind(claim);
                invalidated = kind == RecordLayout.INVALID || (invalidated && kind == RecordLayout.CONTINUED);
                assertThat(kind)
                        .isIn(RecordLayout.DATA, RecordLayout.CONTINUED, RecordLayout.SAVED, RecordLayout.INVALID);
                if (kind != RecordLayout.INVALID) {
                    long commit = segment.committed(offset);
                    byte[] payload = segment.memory
                            .asSlice(offset + RecordLayout.PAYLOAD, length)
                            .toArray(ValueLayout.JAVA_BYTE);
                    int sum = new Checksum().ofPayload(payload, 0, length);
                    assertThat(batch).isEqualTo(kind == RecordLayout.CONTINUED);
                    batch = RecordLayout.isContinued(commit);
                    if (!invalidated) {
                        assertThat(RecordLayout.number(commit)).isEqualTo(records + 1);
                        assertThat(RecordLayout.checksum(commit))
                                .isEqualTo(
                                        Checksum.ofRecord(segment.seed, sum, records + 1, RecordLayout.unsaved(claim)));
                        assertThat(fill(segment, offset, length)).containsOnly((byte) 0);
                        add(found, index + records, payload, RecordLayout.count(claim));
                    }
                }
                records += RecordLayout.count(claim);
                offset += RecordLayout.size(length);
                claim = segment.claimed(offset);
            }
            index += records;
            more = claim != 0;
        }
        return found;
    }

    /** Adds the records of a payload: more than one if it is a frame. */
    private static void add(List<Written> found, long index, byte[] payload, int count) {
        if (count == 1) {
            found.add(new Written(index, payload));
            return;
        }
        ByteBuffer frame = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        int common = frame.getInt(0);
        int width = frame.getInt(Integer.BYTES);
        int at = Long.BYTES + (width * count + 7) / 8 * 8;
        for (int i = 0; i < count; i++) {
            int length = switch (width) {
                case 2 -> Short.toUnsignedInt(frame.getShort(Long.BYTES + 2 * i));
                case 4 -> frame.getInt(Long.BYTES + 4 * i);
                default -> common;
            };
            found.add(new Written(index + i, Arrays.copyOfRange(payload, at, at + length)));
            int next = at + (length + 7) / 8 * 8;
            assertThat(Arrays.copyOfRange(payload, at + length, next)).isEqualTo(new byte[next - at - length]);
            at = next;
        }
        assertThat(at).isEqualTo(payload.length);
    }

    private static byte[] fill(Segment segment, long offset, int length) {
        byte[] record =
                segment.memory.asSlice(offset, RecordLayout.size(length)).toArray(ValueLayout.JAVA_BYTE);
        // One more, so that there is always something to look at.
        return Arrays.copyOf(
                Arrays.copyOfRange(record, RecordLayout.PAYLOAD + length, record.length), record.length + 1);
    }
}
