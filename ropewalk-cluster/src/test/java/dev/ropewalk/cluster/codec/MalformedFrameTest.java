package dev.ropewalk.cluster.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.codec.SampleTypes.Boxes;
import dev.ropewalk.cluster.codec.SampleTypes.Circle;
import dev.ropewalk.cluster.codec.SampleTypes.Money;
import dev.ropewalk.cluster.codec.SampleTypes.MoneyCodec;
import dev.ropewalk.cluster.codec.SampleTypes.Percent;
import dev.ropewalk.cluster.codec.SampleTypes.Point;
import dev.ropewalk.cluster.codec.SampleTypes.Shape;
import dev.ropewalk.cluster.codec.SampleTypes.Side;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What isn't a frame is refused with its reason and its place. */
class MalformedFrameTest {
    private static final String TYPES = SampleTypes.class.getName() + '$';

    private final CodecRegistry registry = CodecRegistry.builder()
            .register(1, Point.class)
            .register(2, Circle.class)
            .register(3, Shorts.class)
            .registerEnum(
                    5,
                    SampleTypes.Colour.class,
                    Map.of(SampleTypes.Colour.RED, 3, SampleTypes.Colour.GREEN, 4, SampleTypes.Colour.BLUE, 1))
            .register(6, Percent.class)
            .register(7, Lists.class)
            .register(8, Times.class)
            .register(9, Numbers.class)
            .register(10, Hashed.class)
            .register(11, Money.class, new MoneyCodec())
            .register(12, SampleTypes.Cell.class)
            .register(13, Ints.class)
            .register(14, String.class)
            .register(15, Key.class)
            .register(16, Appended.class)
            .limits(CodecLimits.defaults()
                    .maxFrameBytes(5000)
                    .maxDepth(6)
                    .maxElements(2000)
                    .maxStringBytes(40)
                    .maxNumberBytes(8)
                    .maxScale(9))
            .build();

    private record Shorts(boolean z, short s, char c, long j) {}

    private record Lists(List<Lists> lists, Optional<Integer> number) {}

    private record Times(Instant instant, Duration duration, LocalDate date) {}

    private record Numbers(BigInteger integer, BigDecimal decimal) {}

    private record Hashed(Set<Key> set, Map<String, Key> map) {}

    @SuppressWarnings("ArrayRecordComponent") // they may be sent
    private record Ints(int[] ints) {}

    private record Appended(byte first, @Since(2) byte later) {}

    private record Key(int number, int hash) {
        @Override
        public int hashCode() {
            if (hash == -1) {
                throw new IllegalStateException("no hash");
            }
            return hash;
        }
    }

    /** Decodes bytes in hexadecimal behind magic and version. */
    private void assertMalformed(String hex, Reason reason, int position, String detail) {
        assertMalformed(HexFormat.of().parseHex("b501" + hex.replace(" ", "")), reason, position, detail);
    }

    private void assertMalformed(byte[] frame, Reason reason, int position, String detail) {
        assertThatThrownBy(() -> registry.decode(frame)).isInstanceOfSatisfying(MalformedFrameException.class, e -> {
            assertThat(e).hasMessage(reason + " at byte " + position + ": " + detail);
            assertThat(e.reason()).isEqualTo(reason);
            assertThat(e.position()).isEqualTo(position);
            assertThat(e.getStackTrace()).isEmpty();
        });
    }

    @Test
    void shouldRefuseOtherBeginnings() {
        assertMalformed(new byte[0], Reason.TRUNCATED, 0, "1 bytes are needed, and 0 are left");
        assertMalformed(new byte[] {1, 1, 1}, Reason.NOT_A_FRAME, 1, "a frame begins with -75, not with 1");
        assertMalformed(
                new byte[] {(byte) 0xB5, 2, 1}, Reason.UNKNOWN_FORMAT, 2, "the wire format is of version 1, not 2");
        assertMalformed(new byte[5001], Reason.TOO_LARGE, 0, "a frame of 5001 bytes is larger than 5000 bytes");
    }

    @Test
    void shouldRefuseALargeBufferWithoutCopyingIt() {
        ByteBuffer large = ByteBuffer.allocateDirect(5001);

        assertThatThrownBy(() -> registry.decode(large, Object.class))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageStartingWith("TOO_LARGE");
        assertThat(large.position()).isZero();
    }

    @Test
    void shouldRefuseTypesThatAreNotRegistered() {
        assertMalformed("04", Reason.UNKNOWN_TYPE, 3, "no type has the id 4");
        assertMalformed("00", Reason.UNKNOWN_TYPE, 3, "no type has the id 0");
        assertMalformed("ffffffff0f", Reason.UNKNOWN_TYPE, 7, "no type has the id 4294967295");
        assertMalformed("05 02", Reason.UNKNOWN_CONSTANT, 4, TYPES + "Colour has no constant with the id 2");
    }

    @Test
    void shouldRefuseATypeThatIsNotWanted() {
        byte[] frame = registry.encode(new Percent(5));

        assertThatThrownBy(() -> registry.decode(frame, Point.class))
                .isInstanceOfSatisfying(
                        MalformedFrameException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.UNEXPECTED_TYPE))
                .hasMessage("UNEXPECTED_TYPE at byte 3: " + TYPES + "Percent, of the id 6, is no " + TYPES + "Point");
    }

    @Test
    void shouldRefuseASubtypeThatStandsWhereAnotherIsWanted() {
        CodecRegistry shapes = SampleTypes.builder().build();
        byte[] frame = HexFormat.of().parseHex("b501030101060105");

        assertThatThrownBy(() -> shapes.decode(frame, Shape.class))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessage("UNEXPECTED_TYPE at byte 6: " + TYPES + "Nothing, of the id 6, is no " + TYPES + "Shape");
        assertThat(shapes.decode(shapes.encode(Side.LEFT), Shape.class)).isEqualTo(Side.LEFT);
        assertThatThrownBy(() -> shapes.decode(shapes.encode(Side.LEFT), Boxes.class))
                .isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void shouldRefuseFramesThatEndEarlyOrLate() {
        assertMalformed("01", Reason.TRUNCATED, 3, "1 bytes are needed, and 0 are left");
        assertMalformed("01 02 05", Reason.TRUNCATED, 5, "1 bytes are needed, and 0 are left");
        assertMalformed("01 02 05 05 00", Reason.UNREAD_BYTES, 6, "1 bytes are left");
        assertMalformed("01 01 05", Reason.MISSING_FIELD, 4, TYPES + "Point has 2 fields at least, not 1");
        assertMalformed(
                "01 ffffffff0f", Reason.MISSING_FIELD, 8, TYPES + "Point has 2 fields at least, not 4294967295");
        assertMalformed("01 03 05 05", Reason.TRUNCATED, 6, "1 bytes are needed, and 0 are left");
        assertMalformed("01 03 05 05 02 00", Reason.TRUNCATED, 7, "2 bytes are needed, and 1 are left");
    }

    @Test
    void shouldRefuseALaterFieldThatIsNotAsLongAsItSays() {
        assertMalformed("10 02 01 02 05 05", Reason.UNREAD_BYTES, 7, "1 bytes are left");
        assertMalformed("10 02 01 00 05", Reason.TRUNCATED, 6, "1 bytes are needed, and 0 are left");
        assertMalformed("10 02 01 05 05", Reason.TRUNCATED, 6, "5 bytes are needed, and 1 are left");
    }

    @Test
    void shouldRefuseNumbersThatAreLongerThanTheyNeedToBe() {
        String longer = "a number has more bytes or bits than it needs";

        assertMalformed("8100 02", Reason.MALFORMED_NUMBER, 4, longer);
        assertMalformed("ffffffff1f", Reason.MALFORMED_NUMBER, 7, longer);
        assertMalformed("ffffffffff01", Reason.MALFORMED_NUMBER, 7, longer);
        assertMalformed("01 02 05 8000", Reason.MALFORMED_NUMBER, 7, longer);
        assertMalformed("01 02 ffffffffffffffffff02", Reason.MALFORMED_NUMBER, 14, longer);
        assertMalformed("01 02 ffffffffffffffffffff01", Reason.MALFORMED_NUMBER, 14, longer);
    }

    @Test
    void shouldRefuseNumbersBeyondTheirType() {
        assertMalformed("03 04 02", Reason.OUT_OF_RANGE, 5, "a boolean is 0 or 1, not 2");
        assertMalformed("03 04 ff", Reason.OUT_OF_RANGE, 5, "a boolean is 0 or 1, not -1");
        assertMalformed("03 04 01 808004", Reason.MALFORMED_NUMBER, 8, "a short can't be 32768");
        assertMalformed("03 04 01 00 808004", Reason.MALFORMED_NUMBER, 9, "a character can't be 65536");
    }

    @Test
    void shouldRefuseTimesThatDoNotExist() {
        assertMalformed("08 03 00 8094ebdc03", Reason.OUT_OF_RANGE, 10, "a second has no nanosecond 1000000000");
        assertMalformed(
                "08 03 feffffffffffffffff01 00",
                Reason.OUT_OF_RANGE,
                15,
                "there is no instant 9223372036854775807 s after the epoch");
        assertMalformed(
                "08 03 00 00 00 00 feffffffffffffffff01",
                Reason.OUT_OF_RANGE,
                18,
                "there is no date 9223372036854775807 days after the epoch");
    }

    @Test
    void shouldRefuseLargeNumbers() {
        assertMalformed("09 02 00 00", Reason.TOO_LONG, 5, "a number has from 1 to 8 bytes, not 0");
        assertMalformed("09 02 09 010203040506070809", Reason.TOO_LONG, 5, "a number has from 1 to 8 bytes, not 9");
        assertMalformed("09 02 02 0001", Reason.MALFORMED_NUMBER, 7, "a number has more bytes than it needs");
        assertMalformed("09 02 02 ff80", Reason.MALFORMED_NUMBER, 7, "a number has more bytes than it needs");
        assertMalformed("09 02 01 01 14 01 01", Reason.TOO_LONG, 7, "a scale of 10 is beyond 9");
        assertMalformed("09 02 01 01 ffffffff0f 01 01", Reason.TOO_LONG, 11, "a scale of -2147483648 is beyond 9");
    }

    @Test
    void shouldRefuseTextThatIsNotUtf8() {
        for (String wrong : List.of(
                "01 80", // a continuation alone
                "01 c3", // a lead alone
                "02 c080", // two bytes for one
                "02 c1bf",
                "03 e08080", // three bytes for one
                "03 e09fbf", // three bytes for two
                "03 eda080", // half a surrogate pair
                "03 edbfbf",
                "04 f0808080", // four bytes for one
                "04 f08fbfbf", // four bytes for three
                "04 f4908080", // beyond Unicode
                "05 f888808080",
                "01 ff",
                "02 c341",
                "03 e28241",
                "03 41c3a9c3")) {
            assertThatThrownBy(() -> registry.decode(HexFormat.of().parseHex("b5010e" + wrong.replace(" ", ""))))
                    .as(wrong)
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessageMatching("(MALFORMED_TEXT|TRUNCATED|UNREAD_BYTES).*");
        }
        assertMalformed("0e 02 c341", Reason.MALFORMED_TEXT, 4, "a string of 2 bytes isn't UTF-8");
        assertMalformed("0e 29" + "41".repeat(41), Reason.TOO_LONG, 4, "a string of 41 bytes is longer than 40 bytes");
    }

    @Test
    void shouldRefuseCountsThatBytesDoNotBack() {
        String few = " bytes, in a frame that may have ";

        assertMalformed(
                "07 02 ffffffff07",
                Reason.TOO_MANY_ELEMENTS,
                9,
                "a collection of 2147483647 elements has 0" + few + "9 elements more");
        assertMalformed(
                "07 02 ffffffff0f 00",
                Reason.TOO_MANY_ELEMENTS,
                9,
                "a collection of 4294967295 elements has 1" + few + "10 elements more");
        assertMalformed(
                "0d 01 8080808002 00",
                Reason.TRUNCATED,
                9,
                "536870912 elements of 4 bytes are needed, and 1 bytes are left");
    }

    @Test
    void shouldRefuseElementsThatAFrameCannotHaveInAll() {
        // Ten lists in a list, each of which claims all bytes that are left.
        assertMalformed(
                "07 02 0a 02 08 02 08" + "00".repeat(10),
                Reason.TOO_MANY_ELEMENTS,
                9,
                "a collection of 8 elements has 10 bytes, in a frame that may have 1 elements more");
    }

    @Test
    void shouldRefuseWhatIsNestedDeeply() {
        assertMalformed(
                "0c" + "0101".repeat(6) + "0100", Reason.TOO_DEEP, 15, "values are nested deeper than 6 levels");
    }

    @Test
    void shouldRefuseDuplicates() {
        assertMalformed(
                "0a 02 02 02 02 02 02 02 02 00",
                Reason.DUPLICATE,
                11,
                "an element of " + Hashed.class.getName() + ".set is there twice");
        assertMalformed(
                "0a 02 00 02 01 41 02 02 02 01 41 02 04 04",
                Reason.DUPLICATE,
                16,
                "a key of " + Hashed.class.getName() + ".map is there twice");
    }

    @Test
    void shouldRefuseKeysOfTheSameHash() {
        assertThat(registry.decode(registry.encode(keys(64)))).isEqualTo(keys(64));
        assertMalformed(
                registry.encode(keys(65)),
                Reason.COLLIDING,
                registry.encode(keys(65)).length - 1,
                "an element of " + Hashed.class.getName() + ".set: more than 64 have the hash 7");
    }

    private static Hashed keys(int count) {
        Set<Key> keys = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            keys.add(new Key(i, 7));
        }
        return new Hashed(keys, new LinkedHashMap<>());
    }

    @Test
    void shouldTellWhatUsersCodeHasThrown() {
        assertMalformed(
                "06 01 ca01",
                Reason.REJECTED,
                6,
                "the constructor of " + TYPES + "Percent has thrown java.lang.IllegalArgumentException: 101 %");
        assertMalformed(
                "0a 02 01 02 02 01 00",
                Reason.REJECTED,
                8,
                "a key can't be hashed or compared: java.lang.IllegalStateException: no hash");
        assertThatThrownBy(() -> registry.decode(HexFormat.of().parseHex("b5010601ca01")))
                .hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseWhatACodecLeavesOrLacks() {
        assertMalformed("0b 01 02 05 05", Reason.UNREAD_BYTES, 6, "1 bytes are left");
        assertMalformed("0b 01 00", Reason.TRUNCATED, 5, "1 bytes are needed, and 0 are left");
        assertMalformed("0b 00 00", Reason.OUT_OF_RANGE, 4, "a codec's version is 0");
        assertThat(registry.decode(HexFormat.of().parseHex("b5010b02020505"))).isEqualTo(new Money(-3));
    }
}
