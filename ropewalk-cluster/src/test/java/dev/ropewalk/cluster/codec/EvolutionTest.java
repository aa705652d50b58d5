package dev.ropewalk.cluster.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Nodes that know different versions of a type read each other's frames. */
class EvolutionTest {
    private static final String LONG = "x".repeat(200);

    private final CodecRegistry old = CodecRegistry.builder()
            .register(1, Old.Order.class)
            .register(2, Old.Item.class)
            .registerEnum(3, Old.Colour.class, Map.of(Old.Colour.RED, 1, Old.Colour.GREEN, 2))
            .register(4, Old.Status.class)
            .register(5, Price.class, new PriceCodec(1))
            .build();
    private final CodecRegistry current = CodecRegistry.builder()
            .register(1, Current.Order.class)
            .register(2, Current.Item.class)
            .registerEnum(
                    3,
                    Current.Colour.class,
                    Map.of(Current.Colour.GREEN, 2, Current.Colour.SCARLET, 1, Current.Colour.BLUE, 3))
            .register(4, Current.Status.class)
            .register(6, Current.Note.class)
            .register(5, Price.class, new PriceCodec(2))
            .build();

    private static final class Old {
        enum Colour {
            RED,
            GREEN
        }

        record Item(String name, Old.Colour colour) {}

        record Order(long number, List<Old.Item> items, String customer) {}

        record Status() {}
    }

    private static final class Current {
        enum Colour {
            BLUE,
            GREEN,
            SCARLET
        }

        sealed interface Remark permits Note, Status {}

        record Note(String text) implements Remark {}

        record Item(
                String name,
                Current.Colour colour,
                @Since(2) @Nullable BigDecimal price) {}

        record Order(
                long number,
                List<Current.Item> items,
                String customer,
                @Since(2) int priority,
                @Since(2) String address,
                @Since(2) Optional<Duration> within,
                @Since(3) Set<Remark> remarks) {}

        @SuppressWarnings("ArrayRecordComponent") // they may be sent
        record Status(
                @Since(2) boolean known,
                @Since(2) @Nullable Note note,
                @Since(3) List<Long> list,
                @Since(3) Map<String, String> map,
                @Since(4) byte[] bytes,
                @Since(4) char character,
                @Since(4) Double fraction,
                @Since(5) BigDecimal decimal)
                implements Remark {}

        record Named(
                @Since(value = 2, orElse = "true") boolean z,
                @Since(value = 2, orElse = "x") char c,
                @Since(value = 2, orElse = "-7") Integer i,
                @Since(value = 2, orElse = "1.5") double d,
                @Since(value = 2, orElse = "none") String text,
                @Since(value = 2, orElse = "PT2S") Duration duration,
                @Since(value = 2, orElse = "GREEN") Current.Colour colour,
                @Since(value = 2, orElse = "5") @Nullable Long number) {}
    }

    private record Price(long cents, String currency) {}

    /** Version 2 also has the currency. */
    private record PriceCodec(int version) implements Codec<Price> {
        @Override
        public void write(Price value, FrameWriter out) {
            out.writeLong(value.cents());
            if (version > 1) {
                out.writeString(value.currency());
            }
        }

        @Override
        public Price read(FrameReader in) {
            long cents = in.readLong();
            return new Price(cents, version > 1 && in.version() > 1 ? in.readString() : "EUR");
        }
    }

    @Test
    void shouldGiveComponentsThatAFrameLacksTheirDefaults() {
        byte[] frame = old.encode(new Old.Order(7, List.of(new Old.Item("rope", Old.Colour.RED)), "Ann"));

        assertThat(current.decode(frame))
                .isEqualTo(new Current.Order(
                        7,
                        List.of(new Current.Item("rope", Current.Colour.SCARLET, null)),
                        "Ann",
                        0,
                        "",
                        Optional.empty(),
                        Set.of()));
    }

    @Test
    void shouldSkipFieldsThatItDoesNotKnow() {
        var order = new Current.Order(
                7,
                List.of(new Current.Item("rope", Current.Colour.GREEN, new BigDecimal("1.50"))),
                "Ann",
                3,
                LONG,
                Optional.of(Duration.ofDays(1)),
                Set.of(new Current.Note(LONG)));

        assertThat(old.decode(current.encode(order)))
                .isEqualTo(new Old.Order(7, List.of(new Old.Item("rope", Old.Colour.GREEN)), "Ann"));
    }

    @Test
    void shouldKeepFieldsOfLaterVersionsAmongThoseThatKnowThem() {
        var order = new Current.Order(
                7,
                List.of(),
                "Ann",
                3,
                LONG,
                Optional.of(Duration.ofDays(1)),
                Set.of(new Current.Note(LONG), new Current.Note("")));

        assertThat(current.decode(current.encode(order))).isEqualTo(order);
    }

    @Test
    void shouldHaveADefaultForEachType() {
        var status = current.decode(old.encode(new Old.Status()), Current.Status.class);

        assertThat(status)
                .usingRecursiveComparison()
                .isEqualTo(
                        new Current.Status(false, null, List.of(), Map.of(), new byte[0], '\0', 0.0, BigDecimal.ZERO));
    }

    @Test
    void shouldTakeTheDefaultThatAComponentNames() {
        CodecRegistry named = CodecRegistry.builder()
                .register(4, Current.Named.class)
                .registerEnum(
                        3,
                        Current.Colour.class,
                        Map.of(Current.Colour.GREEN, 2, Current.Colour.SCARLET, 1, Current.Colour.BLUE, 3))
                .build();

        assertThat(named.decode(old.encode(new Old.Status())))
                .isEqualTo(
                        new Current.Named(true, 'x', -7, 1.5, "none", Duration.ofSeconds(2), Current.Colour.GREEN, 5L));
    }

    @Test
    void shouldKnowConstantsByTheirIds() {
        assertThat(current.decode(old.encode(Old.Colour.RED))).isEqualTo(Current.Colour.SCARLET);
        assertThat(old.decode(current.encode(Current.Colour.GREEN))).isEqualTo(Old.Colour.GREEN);
    }

    @Test
    void shouldRefuseConstantsAndTypesThatItDoesNotKnow() {
        assertMalformed(Reason.UNKNOWN_CONSTANT, current.encode(Current.Colour.BLUE));
        assertMalformed(Reason.UNKNOWN_TYPE, current.encode(new Current.Note("new")));
    }

    private void assertMalformed(Reason reason, byte[] frame) {
        assertThatThrownBy(() -> old.decode(frame))
                .isInstanceOfSatisfying(
                        MalformedFrameException.class,
                        e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void shouldLetCodecsReadOtherVersions() {
        var price = new Price(250, "CHF");

        assertThat(current.decode(current.encode(price))).isEqualTo(price);
        assertThat(current.decode(old.encode(price))).isEqualTo(new Price(250, "EUR"));
        assertThat(old.decode(current.encode(price))).isEqualTo(new Price(250, "EUR"));
    }
}
