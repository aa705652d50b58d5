package dev.ropewalk.journal.files;

import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.store.SegmentSet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Segments in memory over a disk that writes pages when it likes. Each page remembers what it was at each step since it was
 * forced last: a crash leaves of it any of these, whatever it leaves of the others.
 */
public final class SimulatedDisk implements SegmentSet {
    /** Thrown where the machine stops. */
    public static final class MachineStopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final long CONTROL = -1;
    private static final long IDENTITY = 17;

    private final int segmentBytes;
    private final int pageBytes;
    private final int format;
    private final TreeMap<Long, SimulatedFile> files = new TreeMap<>();
    private int forcesLeft = Integer.MAX_VALUE;

    /** Makes one of which a batch is a run. */
    public SimulatedDisk(int segmentBytes, int pageBytes) {
        this(segmentBytes, pageBytes, Format.RUNS);
    }

    public SimulatedDisk(int segmentBytes, int pageBytes, int format) {
        this.format = format;
        this.segmentBytes = segmentBytes;
        this.pageBytes = pageBytes;
        files.put(CONTROL, new SimulatedFile(CONTROL, new byte[pageBytes], pageBytes, format));
    }

    public Watermark watermark() {
        return new Watermark(file(CONTROL).segment.memory, 0, Long.BYTES);
    }

    public Segment make(long number) {
        return files.computeIfAbsent(number, n -> new SimulatedFile(n, new byte[segmentBytes], pageBytes, format))
                .segment;
    }

    public Segment segment(long number) {
        return file(number).segment;
    }

    private SimulatedFile file(long number) {
        return Objects.requireNonNull(files.get(number));
    }

    /** Lets the disk see what is in memory: a moment at which it may write any page. */
    public void step() {
        files.values().forEach(SimulatedFile::step);
    }

    /** Lets the machine stop before one of the next forces. */
    public void stopBeforeForce(int forces) {
        forcesLeft = forces;
    }

    @Override
    public void force(Segment segment, long from, long to) {
        step();
        if (forcesLeft-- == 0) {
            throw new MachineStopped();
        }
        file(segment.number).force(from, to);
    }

    /** Returns how many different disks a crash can leave, up to a limit. */
    public long images(long limit) {
        step();
        long product = 1;
        for (SimulatedFile file : files.values()) {
            for (List<byte[]> page : file.pages) {
                product = Math.min(limit, product * page.size());
            }
        }
        return product;
    }

    /** Returns one of the disks that a crash can leave, by its number. */
    public SimulatedDisk image(long number) {
        long[] left = {number};
        return image(states -> {
            int choice = (int) (left[0] % states);
            left[0] /= states;
            return choice;
        });
    }

    /** Returns a disk that a crash can leave: mostly of pages that are old or new, for such mixtures are where faults hide. */
    public SimulatedDisk image(Random random) {
        return image(states -> random.nextInt(4) > 0 ? random.nextInt(2) * (states - 1) : random.nextInt(states));
    }

    /** Returns a disk with what is in memory. */
    public SimulatedDisk copy() {
        return image(states -> states - 1);
    }

    private SimulatedDisk image(IntUnaryOperator choice) {
        step();
        var image = new SimulatedDisk(segmentBytes, pageBytes, format);
        files.forEach((number, file) ->
                image.files.put(number, new SimulatedFile(number, file.image(choice), pageBytes, format)));
        return image;
    }

    @Override
    public long segmentBytes() {
        return segmentBytes;
    }

    @Override
    public long first() {
        return 0;
    }

    @Override
    public long last() {
        return files.lastKey();
    }

    @Override
    public long firstKept() {
        return 0;
    }

    @Override
    public long lastBegun() {
        return 0;
    }

    @Override
    public void endIn(long number) {}

    @Override
    public @Nullable Segment get(long number) {
        SimulatedFile file = files.get(number);
        return file == null ? null : file.segment;
    }

    @Override
    public @Nullable String damage(long number) {
        return files.containsKey(number) ? null : "it is missing";
    }

    @Override
    public Path keep(Segment segment, long from, long to) {
        return Path.of(segment.number + "-" + from);
    }

    @Override
    public Optional<Path> keepWhole(long number) {
        files.remove(number);
        return Optional.of(Path.of(Long.toString(number)));
    }

    private static final class SimulatedFile {
        final Segment segment;
        final List<List<byte[]>> pages = new ArrayList<>();
        private final int pageBytes;

        SimulatedFile(long number, byte[] bytes, int pageBytes, int format) {
            this.pageBytes = pageBytes;
            // Words may only be accessed in memory that is aligned for them.
            MemorySegment memory = MemorySegment.ofArray(new long[bytes.length / Long.BYTES]);
            MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
            segment = new Segment(number, IDENTITY, memory, format);
            for (int at = 0; at < bytes.length; at += pageBytes) {
                pages.add(new ArrayList<>(List.of(Arrays.copyOfRange(bytes, at, at + pageBytes))));
            }
        }

        void step() {
            for (int page = 0; page < pages.size(); page++) {
                byte[] bytes = segment.memory
                        .asSlice((long) page * pageBytes, pageBytes)
                        .toArray(ValueLayout.JAVA_BYTE);
                if (!Arrays.equals(bytes, pages.get(page).getLast())) {
                    pages.get(page).add(bytes);
                }
            }
        }

        void force(long from, long to) {
            for (int page = (int) (from / pageBytes); (long) page * pageBytes < to; page++) {
                List<byte[]> states = pages.get(page);
                states.subList(0, states.size() - 1).clear();
            }
        }

        byte[] image(IntUnaryOperator choice) {
            byte[] bytes = new byte[pages.size() * pageBytes];
            for (int page = 0; page < pages.size(); page++) {
                List<byte[]> states = pages.get(page);
                byte[] chosen = states.get(choice.applyAsInt(states.size()));
                System.arraycopy(chosen, 0, bytes, page * pageBytes, pageBytes);
            }
            return bytes;
        }
    }
}
