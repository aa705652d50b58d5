package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartTest {
    @Test
    void shouldHaveEachNameInOnePart() {
        for (int i = 0; i < 1000; i++) {
            String name = "proof " + i;
            assertThat(IntStream.rangeClosed(1, 24).filter(part -> new Part(part, 24).contains(name)))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3", "0/4", "5/4", "1/0", "a/b", "-1/4"})
    void shouldRefuseAPartThatThereIsNot(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Part.parse(text)).withMessageContaining("part");
    }
}
