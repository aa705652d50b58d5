package dev.ropewalk.journal.files;

import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.SegmentLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * All damages of an image. Of the heads, the control file's words, the cursors' and the hints each bit is flipped; of records'
 * words one bit in each byte, another one by another seed; of payloads and of the zeros between and behind, some bytes.
 */
public final class DamageCatalog {
    private static final int PAGE = 4096;
    private static final int LARGE = 4 * PAGE;
    private static final int BYTES_PER_PAYLOAD_FLIP = 7;
    private static final int BYTES_PER_ZERO_FLIP = 61;
    private static final int BYTES_PER_LARGE_FLIP = 89;
    private static final int CURSOR_BYTES = 72;

    private final JournalImage image;
    private final long seed;
    private final List<Damage> all = new ArrayList<>();

    private DamageCatalog(JournalImage image, long seed) {
        this.image = image;
        this.seed = seed;
    }

    public static List<Damage> of(JournalImage image, long seed) {
        var catalog = new DamageCatalog(image, seed);
        catalog.all.add(new Damage.None());
        List<String> names = image.names();
        for (String name : names) {
            catalog.all.add(new Damage.Missing(name));
            if (image.bytes(name).length > 0) {
                catalog.addBytes(name);
                catalog.addFiles(name, names);
            }
        }
        return catalog.all;
    }

    private void addFiles(String name, List<String> names) {
        all.add(new Damage.Foreign(name));
        for (String other : names) {
            if (name.compareTo(other) < 0 && image.bytes(other).length > 0) {
                all.add(new Damage.Swap(name, other));
            }
        }
    }

    private void addBytes(String name) {
        byte[] bytes = image.bytes(name);
        boolean isSegment = name.endsWith(".seg");
        boolean isLarge = bytes.length >= LARGE;
        int headBytes = isSegment
                ? SegmentLayout.HEADER_BYTES
                : name.equals(ControlLayout.FILE) ? ControlLayout.POISON_AT + 2 * Long.BYTES : CURSOR_BYTES;
        Set<Integer> words = isSegment ? recordWords(bytes, isLarge ? 11 : 1) : Set.of();
        for (int at = 0; at < bytes.length; at++) {
            if (at < headBytes) {
                for (int bit = 0; bit < Byte.SIZE; bit++) {
                    all.add(new Damage.Flip(name, at, bit));
                }
            } else if (words.contains(at & -Long.BYTES) || at % stepAt(bytes[at], isLarge) == 0) {
                all.add(new Damage.Flip(name, at, (int) Math.floorMod(at + seed, (long) Byte.SIZE)));
            }
        }
        for (int at = 0; at < bytes.length; at += Damage.SECTOR) {
            all.add(new Damage.Zeros(name, at, Damage.SECTOR));
        }
        for (int at = 0; at < bytes.length; at += PAGE) {
            all.add(new Damage.Zeros(name, at, PAGE));
        }
        int step = isLarge || !isSegment ? BYTES_PER_LARGE_FLIP & -Long.BYTES : Long.BYTES;
        for (int length = 0; length < bytes.length; length += step) {
            all.add(new Damage.Length(name, length));
        }
        all.add(new Damage.Length(name, bytes.length + PAGE));
    }

    private static int stepAt(byte value, boolean isLarge) {
        if (value == 0) {
            return BYTES_PER_ZERO_FLIP;
        }
        return isLarge ? BYTES_PER_LARGE_FLIP : BYTES_PER_PAYLOAD_FLIP;
    }

    /** Returns where the words of each so many-th record are, and those of the last one and behind it. */
    private static Set<Integer> recordWords(byte[] bytes, int step) {
        Set<Integer> words = new TreeSet<>();
        ByteBuffer segment = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int offset = SegmentLayout.HEADER_BYTES;
        long claim;
        int record = 0;
        do {
            claim = segment.getLong(offset);
            boolean isLast = claim == 0 || RecordLayout.kind(claim) == RecordLayout.END;
            if (record++ % step == 0 || isLast) {
                words.add(offset);
                words.add(offset + RecordLayout.COMMIT);
            }
            offset += RecordLayout.size(RecordLayout.length(claim));
        } while (claim != 0 && RecordLayout.kind(claim) != RecordLayout.END);
        return words;
    }
}
