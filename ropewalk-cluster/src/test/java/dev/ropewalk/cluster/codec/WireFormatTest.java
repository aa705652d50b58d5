package dev.ropewalk.cluster.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.codec.SampleTypes.Circle;
import dev.ropewalk.cluster.codec.SampleTypes.Colour;
import dev.ropewalk.cluster.codec.SampleTypes.Group;
import dev.ropewalk.cluster.codec.SampleTypes.Invoice;
import dev.ropewalk.cluster.codec.SampleTypes.Money;
import dev.ropewalk.cluster.codec.SampleTypes.Nothing;
import dev.ropewalk.cluster.codec.SampleTypes.Nullables;
import dev.ropewalk.cluster.codec.SampleTypes.Percent;
import dev.ropewalk.cluster.codec.SampleTypes.Point;
import dev.ropewalk.cluster.codec.SampleTypes.PrimitiveArrays;
import dev.ropewalk.cluster.codec.SampleTypes.Primitives;
import dev.ropewalk.cluster.codec.SampleTypes.Scalars;
import dev.ropewalk.cluster.codec.SampleTypes.Side;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The bytes of frames, which other releases read: what is here must never change. */
class WireFormatTest {
    private final CodecRegistry registry =
            SampleTypes.builder().register(500, Later.class).build();

    private record Later(
            int a, @Since(2) String b, @Since(3) byte c) {}

    private void assertBytes(Object value, String hex) {
        byte[] frame = HexFormat.of().parseHex("b501" + hex.replace(" ", ""));
        assertThat(HexFormat.of().formatHex(registry.encode(value)))
                .isEqualTo(HexFormat.of().formatHex(frame));
        assertThat(registry.decode(frame)).isEqualTo(value);
    }

    @Test
    void shouldWriteRecordsAsTheirFields() {
        assertBytes(new Nothing(), "06 00");
        assertBytes(new Point(1, -1), "01 02 02 01");
        assertBytes(new Circle(new Point(64, -65), 1, Colour.GREEN), "02 03 02 8001 8101 000000000000f03f c801");
    }

    @Test
    void shouldWritePrimitives() {
        assertBytes(
                new Primitives(true, (byte) -2, (short) -3, 'a', 300, Long.MIN_VALUE, 1, -2),
                "07 08 01 fe 05 61 d804 ffffffffffffffffff01 0000803f 00000000000000c0");
    }

    @Test
    void shouldWriteScalars() {
        assertBytes(
                new Scalars(
                        "a\u20AC",
                        new BigInteger("-129"),
                        new BigDecimal("1.28"),
                        Instant.ofEpochSecond(-1, 5),
                        Duration.ofMillis(1),
                        LocalDate.ofEpochDay(-1),
                        new UUID(1, -1),
                        Colour.RED),
                "09 08 04 61e282ac 02 ff7f 04 02 0080 01 05 00 c0843d 01 0100000000000000 ffffffffffffffff 03");
    }

    @Test
    void shouldWriteAByteBeforeWhatMayBeNull() {
        assertBytes(
                new Nullables("", null, null, Side.RIGHT, Arrays.asList("b", null), Map.of()),
                "0a 06 01 00 00 00 01 04 01 02 01 01 62 00 00");
    }

    @Test
    void shouldWriteTheIdOfOneOfASealedType() {
        assertBytes(new Group(List.of(new Point(0, 0), Side.LEFT)), "03 01 02 01 02 00 00 04 00");
    }

    @Test
    void shouldWriteArraysWithElementsOfTheSameSize() {
        assertBytes(
                new PrimitiveArrays(
                        new byte[] {1, 2},
                        new boolean[] {true},
                        new short[] {3},
                        new char[] {'\u1234'},
                        new int[] {4},
                        new long[] {5},
                        new float[] {1},
                        new double[0],
                        null),
                "0c 09 02 0102 01 01 01 0300 01 3412 01 04000000 01 0500000000000000 01 0000803f 00 00");
    }

    @Test
    void shouldFrameWhatCodecsWrite() {
        assertBytes(
                new Invoice(new Money(5), List.of(), Map.of(new Money(-1), new Percent(50))),
                "10 03 01 01 0a 00 01 01 01 01 01 64");
        assertBytes(new Money(0), "ac02 01 01 00");
    }

    @Test
    void shouldWriteTheLengthsOfLaterFields() {
        assertBytes(new Later(1, "ab", (byte) 7), "f403 03 02 03 02 6162 01 07");
        assertBytes(new Later(1, "a".repeat(200), (byte) 7), "f403 03 02 ca01 c801" + "61".repeat(200) + "01 07");
    }
}
