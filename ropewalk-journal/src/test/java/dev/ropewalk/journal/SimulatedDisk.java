package dev.ropewalk.journal;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Segments in memory over a disk that writes pages when it likes. Each page remembers what it was at each step since it was
 * forced last: a crash leaves of it any of these, whatever it leaves of the others.
 */
final class SimulatedDisk implements SegmentSet {
    /** Thrown where the machine stops. */
    static final class MachineStopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final int CONTROL = -1;

    final int segmentBytes;
    private final int pageBytes;
    private final TreeMap<Integer, byte[]> memory = new TreeMap<>();
    private final TreeMap<Integer, List<List<byte[]>>> pages = new TreeMap<>();
    final Watermark watermark;
    private int forcesLeft = Integer.MAX_VALUE;

    SimulatedDisk(int segmentBytes, int pageBytes) {
        this.segmentBytes = segmentBytes;
        this.pageBytes = pageBytes;
        add(CONTROL, new byte[pageBytes]);
        watermark = new Watermark(view(CONTROL), 0, Long.BYTES);
    }

    private void add(int number, byte[] bytes) {
        memory.put(number, bytes);
        List<List<byte[]>> states = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += pageBytes) {
            states.add(new ArrayList<>(List.of(Arrays.copyOfRange(bytes, at, at + pageBytes))));
        }
        pages.put(number, states);
    }

    private MemorySegment view(int number) {
        // Words of a byte array may only be accessed unaligned, so the bytes live in an array of longs.
        return MemorySegment.ofArray(words.computeIfAbsent(number, n -> new long[memory.get(n).length / Long.BYTES]));
    }

    private final TreeMap<Integer, long[]> words = new TreeMap<>();

    Segment make(int number) {
        if (!memory.containsKey(number)) {
            add(number, new byte[segmentBytes]);
        }
        return new Segment(number, view(number));
    }

    /** Lets the disk see what is in memory: a moment at which it may write any page. */
    void step() {
        words.forEach((number, array) -> {
            MemorySegment view = MemorySegment.ofArray(array);
            List<List<byte[]>> states = pages.get(number);
            for (int page = 0; page < states.size(); page++) {
                byte[] bytes = view.asSlice((long) page * pageBytes, pageBytes)
                        .toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
                if (!Arrays.equals(bytes, states.get(page).getLast())) {
                    states.get(page).add(bytes);
                }
            }
        });
    }

    /** Lets the machine stop before so many further forces are done. */
    void stopBeforeForce(int forces) {
        forcesLeft = forces;
    }

    @Override
    public void force(Segment segment, long from, long to) {
        step();
        if (forcesLeft-- == 0) {
            throw new MachineStopped();
        }
        List<List<byte[]>> states = pages.get((int) segment.number);
        for (int page = (int) (from / pageBytes); (long) page * pageBytes < to; page++) {
            byte[] last = states.get(page).getLast();
            states.get(page).clear();
            states.get(page).add(last);
        }
    }

    /** Returns how many different disks a crash can leave, up to a limit. */
    long images(long limit) {
        step();
        long product = 1;
        for (List<List<byte[]>> states : pages.values()) {
            for (List<byte[]> page : states) {
                product = Math.min(limit, product * page.size());
            }
        }
        return product;
    }

    /** Returns one of the disks that a crash can leave, by its number. */
    SimulatedDisk image(long number) {
        long[] left = {number};
        return image(page -> {
            int choice = (int) (left[0] % page);
            left[0] /= page;
            return choice;
        });
    }

    /** Returns a disk that a crash can leave. */
    SimulatedDisk image(Random random) {
        // Mostly one of the ends of a page's history: rare mixtures of old and new are where faults hide.
        return image(states -> random.nextInt(4) > 0 ? random.nextInt(2) * (states - 1) : random.nextInt(states));
    }

    private SimulatedDisk image(java.util.function.IntUnaryOperator choice) {
        step();
        var image = new SimulatedDisk(segmentBytes, pageBytes);
        pages.forEach((number, states) -> {
            byte[] bytes = new byte[states.size() * pageBytes];
            for (int page = 0; page < states.size(); page++) {
                List<byte[]> history = states.get(page);
                byte[] chosen = history.get(choice.applyAsInt(history.size()));
                System.arraycopy(chosen, 0, bytes, page * pageBytes, pageBytes);
            }
            image.add(number, bytes);
            MemorySegment.copy(MemorySegment.ofArray(bytes), 0, image.view(number), 0, bytes.length);
        });
        return image;
    }

    @Override
    public long first() {
        return memory.lastKey() < 0 ? -1 : memory.ceilingKey(0);
    }

    @Override
    public long last() {
        return memory.lastKey();
    }

    @Override
    public @Nullable Segment get(long number) {
        return memory.containsKey((int) number) ? new Segment(number, view((int) number)) : null;
    }

    @Override
    public @Nullable String damage(long number) {
        return memory.containsKey((int) number) ? null : "it is missing";
    }

    @Override
    public Path keep(Segment segment, long from, long to) {
        return Path.of(segment.number + "-" + from);
    }

    @Override
    public Path keepWhole(long number) {
        memory.remove((int) number);
        words.remove((int) number);
        pages.remove((int) number);
        return Path.of(Long.toString(number));
    }
}
