package dev.ropewalk.cluster.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.codec.SampleTypes.Colour;
import dev.ropewalk.cluster.codec.SampleTypes.Group;
import dev.ropewalk.cluster.codec.SampleTypes.Point;
import dev.ropewalk.cluster.codec.SampleTypes.Primitives;
import dev.ropewalk.cluster.codec.SampleTypes.Shape;
import dev.ropewalk.cluster.codec.SampleTypes.Side;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is written is what is read. */
class RoundTripTest {
    private static final int VALUES = 3000;

    private final CodecRegistry registry = SampleTypes.builder().build();
    private final FrameEncoder encoder = registry.encoder();

    @Test
    void shouldReadWhatWasWritten() {
        long seed = Long.getLong("ropewalk.stress.seed", System.nanoTime());
        var values = new RandomValues(seed);
        for (int i = 0; i < VALUES; i++) {
            Object value = values.message();
            byte[] frame = encoder.encode(value);

            Object read = registry.decode(frame);

            assertThat(read).as("value %d of seed %d", i, seed).isEqualTo(value);
            assertThat(registry.encode(read)).as("value %d of seed %d", i, seed).isEqualTo(frame);
        }
    }

    @Test
    void shouldKeepTheEdgesOfPrimitives() {
        for (Primitives edge : List.of(
                new Primitives(
                        true,
                        Byte.MIN_VALUE,
                        Short.MIN_VALUE,
                        Character.MAX_VALUE,
                        Integer.MIN_VALUE,
                        Long.MIN_VALUE,
                        Float.NaN,
                        Double.MIN_VALUE),
                new Primitives(
                        false,
                        Byte.MAX_VALUE,
                        Short.MAX_VALUE,
                        '\0',
                        Integer.MAX_VALUE,
                        Long.MAX_VALUE,
                        -0f,
                        Double.NEGATIVE_INFINITY))) {
            assertThat(registry.decode(registry.encode(edge))).isEqualTo(edge);
        }
    }

    @Test
    void shouldReadAndWriteBuffers() {
        var point = new Point(3, 4);
        for (ByteBuffer buffer : List.of(ByteBuffer.allocate(100), ByteBuffer.allocateDirect(100))) {
            buffer.position(7);
            int size = encoder.encode(point, buffer);
            assertThat(buffer.position()).isEqualTo(7 + size);

            buffer.flip().position(7);
            assertThat(registry.decode(buffer.slice(), Point.class)).isEqualTo(point);
            assertThat(registry.decode(buffer, Shape.class)).isEqualTo(point);
            assertThat(buffer.hasRemaining()).isFalse();
        }
    }

    @Test
    void shouldReadABufferThatIsReadOnly() {
        ByteBuffer frame = ByteBuffer.wrap(registry.encode(Side.RIGHT)).asReadOnlyBuffer();

        assertThat(registry.decode(frame, Side.class)).isSameAs(Side.RIGHT);
    }

    @Test
    void shouldKeepTheOrderOfMaps() {
        Map<Colour, Optional<java.time.Duration>> durations = new LinkedHashMap<>();
        durations.put(Colour.BLUE, Optional.empty());
        durations.put(Colour.RED, Optional.empty());
        var value = new SampleTypes.Collections(
                List.of(), Set.of(), Set.of(), Map.of(), durations, List.of(), Optional.empty());

        var read = registry.decode(registry.encode(value), SampleTypes.Collections.class);

        assertThat(read.durations().keySet()).containsExactly(Colour.BLUE, Colour.RED);
    }

    @Test
    void shouldReadCollectionsThatCannotBeModified() {
        var value = new SampleTypes.Collections(
                List.of("a"),
                Set.of(1),
                Set.of(new Point(1, 2)),
                Map.of("a", List.of()),
                Map.of(),
                List.of(),
                Optional.empty());

        var read = registry.decode(registry.encode(value), SampleTypes.Collections.class);

        for (Collection<?> each : List.<Collection<?>>of(
                read.texts(), read.numbers(), read.points(), read.shapes().keySet())) {
            assertThatThrownBy(each::clear).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void shouldWriteALargeFrameAndASmallOneAfterIt() {
        var large = new Group(java.util.Collections.nCopies(20_000, new Point(1 << 30, 1 << 30)));

        assertThat(encoder.encode(large)).hasSizeGreaterThan(100_000);
        assertThat(encoder.encode(Side.LEFT)).hasSize(4);
    }
}
