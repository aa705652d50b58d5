package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** How adaptive limits are used. */
class AdaptiveExamplesTest {
    private String call(String request) throws TimeoutException {
        if (request.isEmpty()) {
            throw new TimeoutException();
        }
        return "answer to " + request;
    }

    private String ask(Limiter limiter, String request) throws InterruptedException {
        try {
            return limiter.call(() -> call(request));
        } catch (TimeoutException overload) {
            return "try later";
        }
    }

    @Test
    void shouldFollowLatencyAndTimeoutsOfService() throws InterruptedException {
        Limiter limiter = Limiter.gradient()
                .name("search")
                .maxWaiting(1000)
                .drops(TimeoutException.class::isInstance)
                .build();

        assertThat(ask(limiter, "this")).isEqualTo("answer to this");
        assertThat(ask(limiter, "")).isEqualTo("try later");

        assertThat(limiter.limit()).isLessThan(20);
    }

    @Test
    void shouldShedLoadInFrontOfServiceThatRefuses() {
        Limiter limiter = Limiter.adaptive(AimdLimit.builder()
                        .initial(1)
                        .max(50)
                        .timeout(Duration.ofSeconds(1))
                        .build())
                .build();

        Optional<Permit> first = limiter.tryAcquire();
        Optional<Permit> second = limiter.tryAcquire();

        assertThat(first).isPresent();
        assertThat(second).isEmpty();
    }

    @Test
    void shouldBeToldWhatRequestsAreLike() {
        LimitAlgorithm alike = VegasLimit.builder().windowSamples(30).build();
        LimitAlgorithm tolerant = GradientLimit.builder().headroom(1.2).max(500).build();

        assertThat(Limiter.adaptive(alike).build().limit()).isEqualTo(20);
        assertThat(Limiter.adaptive(tolerant).build().limit()).isEqualTo(20);
    }
}
