package dev.ropewalk.cluster.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.EntityType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which values are the same bytes whenever they are equal. */
class OneFormTest {
    enum Colour {
        RED
    }

    record Plain(
            String name, int number, double size, BigDecimal price, UUID id, Optional<Instant> at, Colour colour) {}

    record Tree(String name, List<Tree> below) {}

    sealed interface Kind permits Even, Odd {}

    record Even(Plain plain) implements Kind {}

    record Odd(List<Optional<Set<String>>> names) implements Kind {}

    record WithKind(Kind kind) {}

    record WithMap(Map<String, Integer> counts) {}

    @SuppressWarnings("ArrayRecordComponent") // what is wrong with them is what is tested
    record WithArray(byte[] bytes) {}

    record WithRef(ActorRef<String> to) {}

    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Long.class)
            .register(3, Plain.class)
            .register(4, Tree.class)
            .register(5, Even.class)
            .register(6, Odd.class)
            .register(7, WithKind.class)
            .register(8, WithMap.class)
            .register(9, WithArray.class)
            .register(10, WithRef.class)
            .registerEnum(11, Colour.class, Map.of(Colour.RED, 1))
            .register(12, Double.class)
            .build();

    @ParameterizedTest
    @ValueSource(classes = {String.class, Long.class, Double.class, Colour.class, Plain.class, Tree.class, Even.class})
    void shouldKnowTypesWithOneForm(Class<?> type) {
        assertThat(CODECS.hasOneForm(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Odd.class,
                Kind.class,
                WithKind.class,
                WithMap.class,
                WithArray.class,
                WithRef.class,
                Object.class
            })
    void shouldKnowTypesWithManyForms(Class<?> type) {
        assertThat(CODECS.hasOneForm(type)).isFalse();
    }

    @Test
    void shouldWriteAllThatIsNoNumberAlike() {
        double other = Double.longBitsToDouble(0x7ff8_0000_0000_0001L);
        assertThat(CODECS.encode(other)).isEqualTo(CODECS.encode(Double.NaN));
        assertThat(CODECS.encode(-0.0)).isNotEqualTo(CODECS.encode(0.0));
    }

    @Test
    void shouldRefuseArraysAsKeys() {
        assertThatThrownBy(() -> EntityType.of("door", byte[].class, String.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("byte[]");
    }
}
