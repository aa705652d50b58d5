package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TypeNameTest {
    @Test
    void shouldEscapeWhatPekkoTakesForPatterns() {
        assertThat(TypeName.of("a*b")).isEqualTo("a%2Ab.");
        assertThat(TypeName.path("a*b")).isEqualTo("/system/sharding/a%252Ab.");
        assertThat(TypeName.path("a b")).isEqualTo("/system/sharding/a+b.");
    }

    @Test
    void shouldGiveEachTypeANameOfItsOwn() {
        var types = List.of("a", "a.", "a*", "a%2A", "a%252A", "a%", "a%25");
        assertThat(types.stream().map(TypeName::of).distinct()).hasSameSizeAs(types);
    }
}
