package dev.ropewalk.cluster.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.codec.type.TypeShape;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What registered types are made of, and which two of an id can't be read as each other. */
class ShapesTest {
    enum Colour {
        RED,
        GREEN
    }

    enum OtherColour {
        GREEN,
        RED
    }

    enum MoreColours {
        RED,
        GREEN,
        BLUE
    }

    record Line(String what, int count) {}

    record Order(
            long id,
            @Nullable String note,
            List<Line> lines,
            Map<String, Optional<Colour>> colours,
            Set<Integer> numbers,
            ActorRef<String> replyTo,
            @Since(2) double price) {}

    record Event(String node, String text) {}

    record Swapped(String text, String node) {}

    record Wider(String node, long text) {}

    record Inserted(String node, int number, String text) {}

    record More(String node, String text, @Since(2) String place) {}

    record MoreAndMore(
            String node,
            String text,
            @Since(2) String place,
            @Since(5) int number) {}

    record MoreWithoutSince(String node, String text, String place) {}

    private static CodecRegistry registry(Class<?> type) {
        CodecRegistryBuilder builder = CodecRegistry.builder().register(1, Line.class);
        if (type.isEnum()) {
            Map<Colour, Integer> ids = Map.of(Colour.RED, 1, Colour.GREEN, 2);
            return type == Colour.class
                    ? builder.registerEnum(7, Colour.class, ids).build()
                    : type == OtherColour.class
                            ? builder.registerEnum(
                                            7, OtherColour.class, Map.of(OtherColour.GREEN, 1, OtherColour.RED, 2))
                                    .build()
                            : builder.registerEnum(
                                            7,
                                            MoreColours.class,
                                            Map.of(MoreColours.RED, 1, MoreColours.GREEN, 2, MoreColours.BLUE, 10))
                                    .build();
        }
        return builder.registerEnum(3, Colour.class, Map.of(Colour.RED, 1, Colour.GREEN, 2))
                .register(7, type)
                .build();
    }

    private static String shape(Class<?> type) {
        return Objects.requireNonNull(registry(type).shapes().get(7));
    }

    private static @Nullable String conflict(Class<?> here, Class<?> there) {
        return TypeShape.conflict(shape(here), shape(there));
    }

    @Test
    void shouldSayWhatTypesAreMadeOf() {
        String name = getClass().getName() + "$";
        assertThat(shape(Order.class))
                .isEqualTo(name + "Order: record; id: long; note: String?; lines: List<#1>; "
                        + "colours: Map<String, Optional<#3>>; numbers: Set<int>; replyTo: ref; @Since price: double");
        assertThat(shape(MoreColours.class)).isEqualTo(name + "MoreColours: enum; 1=RED; 2=GREEN; 10=BLUE");
        assertThat(CodecRegistry.builder().register(9, Long.class).build().shapes())
                .isEqualTo(Map.of(9, "java.lang.Long: value"));
    }

    @Test
    void shouldLetVersionsReadEachOther() {
        assertThat(conflict(Event.class, Event.class)).isNull();
        assertThat(conflict(Event.class, More.class)).isNull();
        assertThat(conflict(MoreAndMore.class, Event.class)).isNull();
        assertThat(conflict(MoreAndMore.class, More.class)).isNull();
        assertThat(conflict(Colour.class, MoreColours.class)).isNull();
    }

    @Test
    void shouldFindWhatWouldBeMisread() {
        assertThat(conflict(Event.class, Swapped.class))
                .isEqualTo("component 1 is 'text: String' there, and 'node: String' here");
        assertThat(conflict(Event.class, Wider.class))
                .isEqualTo("component 2 is 'text: long' there, and 'text: String' here");
        assertThat(conflict(Inserted.class, Event.class))
                .isEqualTo("component 2 is 'text: String' there, and 'number: int' here");
        assertThat(conflict(Event.class, MoreWithoutSince.class))
                .isEqualTo("'place: String' is only there, and has no @Since");
        assertThat(conflict(MoreWithoutSince.class, Event.class))
                .isEqualTo("'place: String' is only here, and has no @Since");
        assertThat(conflict(Event.class, Colour.class)).isEqualTo("it is of the kind enum there, and record here");
        assertThat(conflict(Colour.class, OtherColour.class))
                .isEqualTo("the constant is '1=GREEN' there, and '1=RED' here");
    }

    @Test
    void shouldCompareWhateverTheOtherNodeSays() {
        for (String there : List.of("", ";", ": ", "x: ", "x: record", "record; a: int", "x: enum; 1; =; 2=")) {
            assertThat(TypeShape.conflict(shape(Event.class), there)).as(there).isNotNull();
        }
        assertThat(TypeShape.conflict(shape(Colour.class), "x: enum; 1; =; 3=")).isNull();
    }
}
