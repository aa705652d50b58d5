package dev.ropewalk.journal.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CheckedWordTest {
    private static final long[] VALUES = {0, 1, 24, 1000, 0xDEAD_BEEFL, CheckedWord.MAX_VALUE};

    @Test
    void shouldGiveItsValueBack() {
        for (long value : VALUES) {
            assertThat(CheckedWord.isValid(CheckedWord.of(value))).isTrue();
            assertThat(CheckedWord.value(CheckedWord.of(value))).isEqualTo(value);
            assertThat(CheckedWord.of(value)).isNotZero();
        }
    }

    @Test
    void shouldNoticeEveryOneOrTwoFlippedBits() {
        for (long value : VALUES) {
            long word = CheckedWord.of(value);
            for (int a = 0; a < Long.SIZE; a++) {
                for (int b = a; b < Long.SIZE; b++) {
                    long flipped = word ^ (1L << a) ^ (a == b ? 0 : 1L << b);
                    assertThat(CheckedWord.isValid(flipped))
                            .as("bits %d and %d of the word of %d", a, b, value)
                            .isFalse();
                }
            }
        }
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        assertThatThrownBy(() -> CheckedWord.of(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CheckedWord.of(CheckedWord.MAX_VALUE + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldPutEveryFlippedBitRight() {
        for (long value : VALUES) {
            long word = CheckedWord.of(value);
            assertThat(CheckedWord.corrected(word)).isEqualTo(word);
            for (int bit = 0; bit < Long.SIZE; bit++) {
                assertThat(CheckedWord.corrected(word ^ (1L << bit))).isEqualTo(word);
            }
        }
        for (int bit = 0; bit < Long.SIZE; bit++) {
            assertThat(CheckedWord.corrected(1L << bit)).as("of no value").isZero();
        }
        assertThat(CheckedWord.corrected(0x1234_5678_9ABC_DEFL)).isZero();
    }
}
