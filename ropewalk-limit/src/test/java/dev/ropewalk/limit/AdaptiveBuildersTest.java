package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class AdaptiveBuildersTest {
    @Test
    void shouldBeginWithInitialLimit() {
        assertThat(AimdLimit.builder().initial(7).build().initialLimit()).isEqualTo(7);
        assertThat(VegasLimit.builder().initial(8).build().initialLimit()).isEqualTo(8);
        assertThat(GradientLimit.builder().initial(9).build().initialLimit()).isEqualTo(9);
    }

    @Test
    void shouldRefuseBoundsThatContradict() {
        String text = "need 1 <= min <= initial <= max: min 30, initial 20, max 1000";
        refuses(() -> AimdLimit.builder().min(30).build(), text);
        refuses(() -> VegasLimit.builder().min(30).build(), text);
        refuses(() -> GradientLimit.builder().min(30).build(), text);
        refuses(
                () -> AimdLimit.builder().min(0).build(),
                "need 1 <= min <= initial <= max: min 0, initial 20, max 1000");
        refuses(() -> AimdLimit.builder().max(5).build(), "need 1 <= min <= initial <= max: min 1, initial 20, max 5");
    }

    @Test
    void shouldRefuseWrongConstantsOfAimd() {
        refuses(() -> AimdLimit.builder().backOffRatio(1), "back-off ratio must be at least 0.5 and below 1: 1.0");
        refuses(
                () -> AimdLimit.builder().backOffRatio(Double.NaN),
                "back-off ratio must be at least 0.5 and below 1: NaN");
        refuses(() -> AimdLimit.builder().timeout(Duration.ZERO), "timeout must be above zero: PT0S");
    }

    @Test
    void shouldRefuseWrongConstantsOfVegas() {
        refuses(() -> VegasLimit.builder().alpha(3).build(), "need 0 < alpha <= beta: alpha 3.0, beta 0.67");
        refuses(() -> VegasLimit.builder().alpha(0).build(), "need 0 < alpha <= beta: alpha 0.0, beta 0.67");
        refuses(() -> VegasLimit.builder().windowSamples(0), "window samples must be above zero: 0");
        refuses(() -> VegasLimit.builder().probeInterval(-1), "probe interval must be above zero: -1");
    }

    @Test
    void shouldRefuseWrongConstantsOfGradient() {
        refuses(() -> GradientLimit.builder().tolerance(0.9), "tolerance must be at least 1 and finite: 0.9");
        refuses(
                () -> GradientLimit.builder().headroom(Double.POSITIVE_INFINITY),
                "headroom must be at least 1 and finite: Infinity");
        refuses(() -> GradientLimit.builder().queue(0), "queue must be above zero and finite: 0.0");
        refuses(() -> GradientLimit.builder().smoothing(1.5), "smoothing must be above 0 and at most 1: 1.5");
        refuses(() -> GradientLimit.builder().longWindow(0), "long window must be above zero: 0");
        refuses(() -> GradientLimit.builder().windowSamples(0), "window samples must be above zero: 0");
        refuses(() -> GradientLimit.builder().probeInterval(0), "probe interval must be above zero: 0");
    }

    private static void refuses(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }
}
