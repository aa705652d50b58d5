package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageSamplerTest {
    private static final long MINUTE = 60_000_000_000L;
    private static final int FIRST = 64;
    private static final int KEPT = 256;

    private long now;
    private final MessageSampler sampler = new MessageSampler(() -> now);

    private void note(Object message, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(sampler.note(message)).isTrue();
        }
    }

    private int size() {
        return sampler.counts().values().stream().mapToInt(Integer::intValue).sum();
    }

    @Test
    void shouldTakeTheFirstMessages() {
        sampler.ask();
        note("a", FIRST - 1);
        note(1, 1);
        assertThat(sampler.counts()).isEqualTo(Map.of("java.lang.String", FIRST - 1, "java.lang.Integer", 1));
    }

    @Test
    void shouldTakeOneIn64OfThoseThatFollow() {
        sampler.ask();
        note("a", FIRST);
        note(1, 6400);
        assertThat(sampler.counts().get("java.lang.Integer")).isBetween(50, 200);
    }

    @Test
    void shouldKeepTheLastOnes() {
        sampler.ask();
        note("a", FIRST);
        note(1, 2 * KEPT * 128);
        assertThat(sampler.counts()).isEqualTo(Map.of("java.lang.Integer", KEPT));
    }

    @Test
    void shouldSeeBothKindsOfARegularOrder() {
        sampler.ask();
        note("a", FIRST);
        for (int i = 0; i < 10_000; i++) {
            note(1, 63);
            note(1L, 1);
        }
        assertThat(sampler.counts().get("java.lang.Integer")).isGreaterThan(KEPT / 2);
    }

    @Test
    void shouldEndAMinuteAfterTheLastQuestion() {
        sampler.ask();
        now = MINUTE;
        note("a", 1);
        sampler.ask();
        now = 2 * MINUTE;
        note("a", 1);
        assertThat(size()).isEqualTo(2);

        now++;
        note("a", 1);
        assertThat(sampler.hasEnded()).isTrue();
        assertThat(sampler.note("a")).isFalse();
        assertThat(size()).isZero();
    }
}
