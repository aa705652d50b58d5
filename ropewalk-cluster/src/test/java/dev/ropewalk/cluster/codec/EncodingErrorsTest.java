package dev.ropewalk.cluster.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.codec.SampleTypes.Cell;
import dev.ropewalk.cluster.codec.SampleTypes.Circle;
import dev.ropewalk.cluster.codec.SampleTypes.Colour;
import dev.ropewalk.cluster.codec.SampleTypes.Group;
import dev.ropewalk.cluster.codec.SampleTypes.Money;
import dev.ropewalk.cluster.codec.SampleTypes.Nothing;
import dev.ropewalk.cluster.codec.SampleTypes.Nullables;
import dev.ropewalk.cluster.codec.SampleTypes.Point;
import dev.ropewalk.cluster.codec.SampleTypes.Shape;
import dev.ropewalk.cluster.codec.SampleTypes.Tree;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What can't be written is told with what it is, and leaves nothing behind. */
class EncodingErrorsTest {
    private static final String TYPES = SampleTypes.class.getName() + '$';

    private final CodecLimits limits = CodecLimits.defaults()
            .maxFrameBytes(100)
            .maxDepth(6)
            .maxElements(20)
            .maxStringBytes(30)
            .maxNumberBytes(4)
            .maxScale(3);
    private final CodecRegistry registry = SampleTypes.builder()
            .register(400, Numbers.class)
            .register(401, Longs.class)
            .limits(limits)
            .build();
    private final FrameEncoder encoder = registry.encoder();

    private record Numbers(BigInteger integer, BigDecimal decimal) {}

    @SuppressWarnings("ArrayRecordComponent") // they may be sent
    private record Longs(long[] values) {}

    /** A list that isn't as long as it says. */
    private static final class Shrinking extends AbstractList<Shape> {
        private final int said;
        private final int held;

        Shrinking(int said, int held) {
            this.said = said;
            this.held = held;
        }

        @Override
        public Shape get(int index) {
            return new Point(index, index);
        }

        @Override
        public int size() {
            return said;
        }

        @Override
        public Iterator<Shape> iterator() {
            return java.util.Collections.<Shape>nCopies(held, new Point(0, 0)).iterator();
        }
    }

    private void assertRefused(Object value, String message) {
        assertThatThrownBy(() -> encoder.encode(value))
                .isInstanceOf(EncodingException.class)
                .hasMessage(message);
        assertThat(encoder.encode(new Nothing())).as("the next frame").hasSize(4);
    }

    @Test
    void shouldRefuseTypesThatAreNotRegistered() {
        assertRefused(12, "java.lang.Integer isn't registered");
    }

    @Test
    @SuppressWarnings("NullAway") // what callers without checks do
    void shouldRefuseNullWhereItIsNotAllowed() {
        assertRefused(new Circle(null, 1, Colour.RED), TYPES + "Circle.center is null, and isn't @Nullable");
        assertRefused(
                new Group(Arrays.asList(new Point(1, 2), null)),
                "an element of " + TYPES + "Group.shapes is null, and isn't @Nullable");
        assertRefused(
                new Nullables(null, null, null, null, null, Map.of()),
                TYPES + "Nullables.texts is null, and isn't @Nullable");
    }

    @Test
    void shouldRefuseALargeFrame() {
        assertRefused(
                new Longs(new long[30]),
                "a frame of 100 bytes at most has no room for 246 bytes: see CodecLimits.maxFrameBytes");
        assertRefused(
                new Tree("a".repeat(30), List.of(tree(), tree(), tree())),
                "a frame of 100 bytes at most has no room for 135 bytes: see CodecLimits.maxFrameBytes");
        assertRefused(
                new Longs(new long[1_000_000]),
                "a frame of 100 bytes at most has no room for 8000008 bytes: see CodecLimits.maxFrameBytes");
    }

    private static Tree tree() {
        return new Tree("b".repeat(30), List.of());
    }

    @Test
    void shouldWriteAFrameThatIsAsLargeAsFramesMayBe() {
        assertThat(encoder.encode(new Longs(new long[11]))).hasSize(94);
        CodecRegistry exact =
                SampleTypes.builder().limits(limits.maxFrameBytes(16)).build();

        assertThat(exact.encode("a".repeat(12))).hasSize(16);
        assertThatThrownBy(() -> exact.encode("a".repeat(13)))
                .isInstanceOf(EncodingException.class)
                .hasMessage("a frame of 16 bytes at most has no room for 17 bytes: see CodecLimits.maxFrameBytes");
    }

    @Test
    void shouldRefuseWhatIsNestedDeeply() {
        assertRefused(cells(7), "values are nested deeper than 6 levels: see CodecLimits.maxDepth");
        assertThat(registry.decode(registry.encode(cells(6)))).isEqualTo(cells(6));
    }

    private static Cell cells(int depth) {
        @Nullable Cell cell = null;
        for (int i = 1; i < depth; i++) {
            cell = new Cell(cell);
        }
        return new Cell(cell);
    }

    @Test
    void shouldRefuseManyElements() {
        Shape point = new Point(0, 0);
        var some = new Group(java.util.Collections.nCopies(10, point));

        assertRefused(
                new Group(java.util.Collections.nCopies(21, point)),
                "a collection of 21 elements follows 0 of others in a frame of 20 at most: see CodecLimits.maxElements");
        assertRefused(
                new Group(List.of(some, some)),
                "a collection of 10 elements follows 12 of others in a frame of 20 at most: see CodecLimits.maxElements");
    }

    @Test
    void shouldRefuseLongTextsAndNumbers() {
        assertRefused(
                "\u20AC".repeat(11), "a string of 33 bytes is longer than 30 bytes: see CodecLimits.maxStringBytes");
        assertRefused(
                new Numbers(BigInteger.ONE.shiftLeft(31), BigDecimal.ONE),
                "a number of 5 bytes is longer than 4 bytes: see CodecLimits.maxNumberBytes");
        assertRefused(
                new Numbers(BigInteger.ONE, new BigDecimal("1E4")),
                "a scale of -4 is beyond 3: see CodecLimits.maxScale");
        assertRefused(
                new Numbers(BigInteger.ONE, new BigDecimal("0.0001")),
                "a scale of 4 is beyond 3: see CodecLimits.maxScale");
    }

    @Test
    void shouldRefuseHalfASurrogatePair() {
        assertRefused("a\uD800", "a string of 2 characters has half a surrogate pair");
        assertRefused("\uD800b", "a string of 2 characters has half a surrogate pair");
        assertRefused("\uDC00\uD800", "a string of 2 characters has half a surrogate pair");
    }

    @Test
    void shouldRefuseACollectionThatChangesMeanwhile() {
        assertRefused(
                new Group(new Shrinking(3, 2)),
                "a collection of 3 elements has lost some while it was written: 2 are left");
        assertRefused(new Group(new Shrinking(2, 3)), "a collection of 2 elements has got more while it was written");
    }

    @Test
    void shouldLeaveABufferAsItWasIfTheFrameDoesNotFit() {
        var buffer = ByteBuffer.allocate(10).position(5);

        assertThatThrownBy(() -> encoder.encode(new Point(1, 2), buffer))
                .isInstanceOf(EncodingException.class)
                .hasMessage("a frame of 6 bytes doesn't fit into 5 bytes of a buffer");
        assertThat(buffer).isEqualTo(ByteBuffer.allocate(10).position(5));
        assertThat(encoder.encode(new Nothing(), buffer)).isEqualTo(4);
    }

    @Test
    void shouldRefuseAnEncoderThatIsUsed() {
        class Nested implements Codec<Money> {
            private @Nullable FrameEncoder used;

            @Override
            public void write(Money value, FrameWriter out) {
                if (used != null) {
                    used.encode(value);
                }
            }

            @Override
            public Money read(FrameReader in) {
                return new Money(0);
            }
        }
        var nested = new Nested();
        FrameEncoder used =
                CodecRegistry.builder().register(1, Money.class, nested).build().encoder();
        nested.used = used;

        assertThatThrownBy(() -> used.encode(new Money(0)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the encoder is used by a codec or another thread");
    }

    @Test
    void shouldPassOnWhatACodecThrows() {
        class Failing implements Codec<Money> {
            @Override
            public void write(Money value, FrameWriter out) {
                out.writeCount(-1);
            }

            @Override
            public Money read(FrameReader in) {
                return new Money(0);
            }
        }
        CodecRegistry failing =
                CodecRegistry.builder().register(1, Money.class, new Failing()).build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> failing.encode(new Money(0)))
                .withMessage("a count must not be negative, as -1 is");
    }
}
