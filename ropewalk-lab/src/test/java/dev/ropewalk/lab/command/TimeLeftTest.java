package dev.ropewalk.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeLeftTest {
    private long nanos = 77;

    private final TimeLeft timeLeft = new TimeLeft(4, Duration.ofSeconds(100), () -> nanos);

    @Test
    void shouldKnowOnlyTheLimitAtTheStart() {
        pass(5);

        assertThat(timeLeft.after(0)).hasSeconds(95);
    }

    @Test
    void shouldGoOnAtThePaceSoFar() {
        pass(10);

        assertThat(timeLeft.after(1)).hasSeconds(30);
    }

    @Test
    void shouldNotGoBeyondTheLimit() {
        pass(60);

        assertThat(timeLeft.after(1)).hasSeconds(40);
    }

    @Test
    void shouldGuessEvenPastTheLimit() {
        pass(120);

        assertThat(timeLeft.after(3)).hasSeconds(40);
    }

    private void pass(int seconds) {
        nanos += Duration.ofSeconds(seconds).toNanos();
    }
}
