package dev.ropewalk.cluster.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Frames that are damaged at random: each is read, or refused with a {@link MalformedFrameException}. Reading one allocates no more
 * than a multiple of its size, whatever it claims.
 */
class FrameFuzzTest {
    private static final int FRAMES = Integer.getInteger("ropewalk.stress.frames", 200_000);
    private static final int MUTATIONS_OF_A_VALUE = 20;

    /** What a byte of a frame may allocate: at most, a set of one record in an optional in a list. */
    private static final int ALLOCATED_PER_BYTE = 150;

    /** The exception with its text, and arrays of the JDK that don't depend on the frame. */
    private static final int ALLOCATED_BESIDES = 8000;

    private static final int TRIES = 5;
    private static final Set<Class<?>> KNOWN = knownTypes();

    private final CodecRegistry registry = SampleTypes.builder().build();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Set<Reason> seen = EnumSet.noneOf(Reason.class);
    private long read;

    @Test
    void shouldReadOrRefuseDamagedFrames() {
        long seed = Long.getLong("ropewalk.stress.seed", System.nanoTime());
        var random = new Random(seed);
        var values = new RandomValues(seed);
        byte[] before = registry.encode("");
        for (int i = 0; i < FRAMES; i += MUTATIONS_OF_A_VALUE) {
            byte[] frame = registry.encode(values.message());
            for (int k = 0; k < MUTATIONS_OF_A_VALUE; k++) {
                decode(mutate(frame, before, random), seed);
            }
            before = frame;
        }

        assertThat(read).as("frames that are valid still, for seed %d", seed).isPositive();
        assertThat(seen)
                .as("reasons for seed %d", seed)
                .contains(
                        Reason.TRUNCATED,
                        Reason.UNREAD_BYTES,
                        Reason.UNKNOWN_TYPE,
                        Reason.UNKNOWN_CONSTANT,
                        Reason.MALFORMED_NUMBER,
                        Reason.MALFORMED_TEXT,
                        Reason.TOO_MANY_ELEMENTS,
                        Reason.REJECTED);
    }

    private void decode(byte[] frame, long seed) {
        long most = ALLOCATED_BESIDES + (long) ALLOCATED_PER_BYTE * frame.length;
        long allocated = allocatedBy(frame, seed);
        // What happens once in a thread's life, such as linking, isn't the frame's.
        for (int more = 1; allocated > most && more < TRIES; more++) {
            allocated = Math.min(allocated, allocatedBy(frame, seed));
        }
        assertThat(allocated)
                .as("bytes for seed %d, frame %s", seed, HexFormat.of().formatHex(frame))
                .isLessThanOrEqualTo(most);
    }

    private long allocatedBy(byte[] frame, long seed) {
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
            Object value = registry.decode(frame);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            read++;
            assertThat(KNOWN)
                    .contains(value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass());
            return allocated;
        } catch (MalformedFrameException e) {
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            seen.add(e.reason());
            assertThat(e.position()).isBetween(0, frame.length);
            return allocated;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(
                    "seed " + seed + ", frame " + HexFormat.of().formatHex(frame), e);
        }
    }

    private static Set<Class<?>> knownTypes() {
        Set<Class<?>> known = new HashSet<>(Set.of(SampleTypes.class.getDeclaredClasses()));
        known.add(String.class);
        return known;
    }

    private static byte[] mutate(byte[] frame, byte[] other, Random random) {
        byte[] mutated = frame.clone();
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            mutated = change(mutated, other, random);
        }
        return mutated;
    }

    private static byte[] change(byte[] frame, byte[] other, Random random) {
        if (frame.length < 3) {
            return frame;
        }
        byte[] changed = frame.clone();
        // The head is the least interesting part.
        int at = random.nextInt(20) == 0 ? random.nextInt(2) : 2 + random.nextInt(frame.length - 2);
        switch (random.nextInt(7)) {
            case 0 -> changed[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            case 1 -> changed[at] = (byte) random.nextInt();
            case 2 -> changed[at] = (byte) 0xFF;
            case 3 -> changed = Arrays.copyOf(frame, at);
            case 4 -> changed = spliced(frame, at, other, random.nextInt(other.length));
            case 5 -> changed = spliced(frame, at, frame, random.nextInt(frame.length));
            default -> Arrays.fill(changed, at, Math.min(frame.length, at + 4), (byte) 0xFF);
        }
        return changed;
    }

    private static byte[] spliced(byte[] begin, int size, byte[] end, int from) {
        byte[] spliced = Arrays.copyOf(begin, size + end.length - from);
        System.arraycopy(end, from, spliced, size, end.length - from);
        return spliced;
    }
}
