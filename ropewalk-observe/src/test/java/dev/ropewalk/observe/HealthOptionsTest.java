package dev.ropewalk.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HealthOptionsTest {
    private final HealthOptions options = HealthOptions.defaults();

    @Test
    void shouldChangeOneAtATime() {
        assertThat(options.queueLength(7)
                        .restarts(8)
                        .deadLetters(13)
                        .limitFloor(9)
                        .durableLagBytes(10)
                        .slowForce(Duration.ofSeconds(14))
                        .moves(15)
                        .unreadAfter(Duration.ofSeconds(16))
                        .stuckAfter(Duration.ofSeconds(11))
                        .waitAfter(Duration.ofSeconds(12)))
                .isEqualTo(new HealthOptions(
                        7,
                        8,
                        13,
                        9,
                        10,
                        Duration.ofSeconds(14),
                        15,
                        Duration.ofSeconds(16),
                        Duration.ofSeconds(11),
                        Duration.ofSeconds(12)));
        assertThat(HealthOptions.defaults())
                .isEqualTo(new HealthOptions(
                        1000,
                        5,
                        10,
                        1,
                        64L << 20,
                        Duration.ofMillis(100),
                        10_000,
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(10)));
    }

    @Test
    void shouldRefuseWhatIsNotPositive() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.queueLength(0))
                .withMessage("queueLength must be positive, not 0");
        assertThatIllegalArgumentException().isThrownBy(() -> options.restarts(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> options.deadLetters(0));
        assertThatIllegalArgumentException().isThrownBy(() -> options.limitFloor(0));
        assertThatIllegalArgumentException().isThrownBy(() -> options.durableLagBytes(0));
        assertThatIllegalArgumentException().isThrownBy(() -> options.slowForce(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> options.moves(0));
        assertThatIllegalArgumentException().isThrownBy(() -> options.unreadAfter(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> options.stuckAfter(Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.waitAfter(Duration.ofSeconds(-1)))
                .withMessage("waitAfter must be positive, not PT-1S");
    }

    @Test
    void shouldTakeADurationOfCenturiesForNever() {
        var before = new Look().forces(1, Duration.ofSeconds(1));
        var after = new Look().forces(2, Duration.ofSeconds(9));
        HealthOptions never = HealthOptions.defaults().slowForce(Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(HealthReport.between(before.at(0), after.at(2), never).isHealthy())
                .isTrue();
    }
}
