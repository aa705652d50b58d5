package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each round trip has an outcome, and none that the user forgot is a success. */
@Timeout(30)
class LimiterCallTest {
    private final List<String> outcomes = new ArrayList<>();

    /** Notes what it is told, and is equal to any other. */
    private final class Noting implements LimitAlgorithm {
        @Override
        public int initialLimit() {
            return 5;
        }

        @Override
        public int update(long now, long roundTripNanos, int inFlight, boolean dropped) {
            outcomes.add(dropped ? "drop" : "success");
            return 5;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Noting;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    private final LimiterBuilder builder = Limiter.adaptive(new Noting()).name("service");
    private final Limiter fixed = Limiter.fixed(1).build();

    @AfterEach
    void shouldHaveReleasedAll() {
        assertThat(fixed.stats().inFlight()).isZero();
    }

    @Test
    void shouldTakeACallThatReturnsForASuccess() throws InterruptedException {
        Limiter limiter = builder.build();

        assertThat(limiter.call(() -> 7)).isEqualTo(7);
        assertThat(limiter.<String, RuntimeException>call(() -> null)).isNull();

        assertThat(outcomes).containsExactly("success", "success");
        assertThat(limiter.stats().inFlight()).isZero();
    }

    @Test
    void shouldTakeACallThatThrowsForADrop() {
        Limiter limiter = builder.build();

        assertThatThrownBy(() -> limiter.call(() -> {
                    throw new IOException("refused");
                }))
                .isInstanceOf(IOException.class);

        assertThat(outcomes).containsExactly("drop");
        assertThat(limiter.stats().inFlight()).isZero();
    }

    @Test
    void shouldLearnNothingFromExceptionsThatAreNoDrops() {
        Limiter limiter = builder.drops(TimeoutException.class::isInstance).build();

        assertThatThrownBy(() -> limiter.call(() -> {
                    throw new IOException("no such page");
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> limiter.call(() -> {
                    throw new TimeoutException();
                }))
                .isInstanceOf(TimeoutException.class);

        assertThat(outcomes).containsExactly("drop");
        assertThat(limiter.stats().inFlight()).isZero();
    }

    @Test
    void shouldTakeWhatCanNotBeJudgedForADrop() {
        Limiter limiter = builder.drops(thrown -> {
                    throw new IllegalArgumentException("broken");
                })
                .build();

        assertThatThrownBy(() -> limiter.call(() -> {
                    throw new IOException("refused");
                }))
                .isInstanceOf(IOException.class)
                .hasSuppressedException(new IllegalArgumentException("broken"));

        assertThat(outcomes).containsExactly("drop");
    }

    @Test
    void shouldTakeAPermitThatIsOnlyClosedForADrop() throws InterruptedException {
        Limiter limiter = builder.build();

        try (Permit permit = limiter.acquire()) {
            assertThat(permit).isNotNull();
        }
        try (Permit permit = limiter.acquire()) {
            permit.succeed();
        }
        try (Permit permit = limiter.acquire()) {
            permit.ignore();
        }

        assertThat(outcomes).containsExactly("drop", "success");
    }

    /** The service refuses as fast as it answers: nothing but the outcomes tells that it is overloaded. */
    @Test
    void shouldNotGrowBeforeAServiceThatRefusesQuickly() {
        for (LimiterBuilder adaptive : List.of(Limiter.aimd(), Limiter.vegas(), Limiter.gradient())) {
            Limiter limiter = adaptive.build();
            int before = limiter.limit();
            for (int i = 0; i < 1_000; i++) {
                assertThatThrownBy(() -> {
                            try (Permit permit = limiter.acquire()) {
                                throw new IOException("refused under " + permit);
                            }
                        })
                        .isInstanceOf(IOException.class);
            }
            assertThat(limiter.limit()).isLessThan(before);
        }
    }

    @Test
    void shouldCallNothingWithoutAPermit() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> fixed.call(calls::incrementAndGet)).isInstanceOf(InterruptedException.class);
        Limiter full = Limiter.fixed(1).maxWaiting(0).build();
        try (Permit permit = full.acquire()) {
            assertThatThrownBy(() -> full.call(calls::incrementAndGet)).isInstanceOf(LimiterFullException.class);
            assertThat(permit).isNotNull();
        }

        assertThat(calls).hasValue(0);
        assertThat(fixed.call(calls::incrementAndGet)).isEqualTo(1);
    }

    @Test
    void shouldRefuseDropsOfAFixedLimit() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Limiter.fixed(5).drops(thrown -> true))
                .withMessageContaining("5");
    }

    @Test
    void shouldRefuseAnAlgorithmThatFollowsAnother() {
        LimitAlgorithm algorithm = AimdLimit.builder().build();
        Limiter first = Limiter.adaptive(algorithm).build();

        assertThatIllegalStateException()
                .isThrownBy(() -> Limiter.adaptive(algorithm).build())
                .withMessageContaining("AimdLimit follows another limiter or executor");
        assertThat(first.tryAcquire()).isPresent();
    }

    @Test
    void shouldTellEqualAlgorithmsApart() {
        assertThat(builder.build().limit()).isEqualTo(5);
        assertThat(Limiter.adaptive(new Noting()).build().limit()).isEqualTo(5);
    }

    @Test
    void shouldThrowWhatTheCallHasThrownThoughThePredicateThrowsTheSame() {
        IllegalStateException error = new IllegalStateException();
        Limiter limiter = builder.drops(thrown -> {
                    throw error;
                })
                .build();

        assertThatThrownBy(() -> limiter.call(() -> {
                    throw error;
                }))
                .isSameAs(error);
        assertThat(limiter.stats().inFlight()).isZero();
    }
}
