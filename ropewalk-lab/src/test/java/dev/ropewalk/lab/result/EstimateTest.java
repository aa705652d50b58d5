package dev.ropewalk.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimateTest {
    @Test
    void shouldTakeTheMiddleSample() {
        assertThat(Estimate.of(List.of(5.0, 1.0, 3.0)).median()).isEqualTo(3);
    }

    @Test
    void shouldTakeTheMeanOfTheMiddleTwo() {
        assertThat(Estimate.of(List.of(4.0, 1.0, 3.0, 10.0)).median()).isEqualTo(3.5);
    }

    // The lower end for 1, 2, ... n, as tables of the sign test give it.
    @ParameterizedTest
    @CsvSource({"1, 1", "5, 1", "6, 1", "8, 1", "9, 2", "11, 2", "12, 3", "15, 4", "20, 6", "30, 10"})
    void shouldEndTheIntervalWhereTheSignTestDoes(int samples, int low) {
        var values = new ArrayList<>(
                IntStream.rangeClosed(1, samples).mapToObj(k -> (double) k).toList());
        Collections.shuffle(values, new Random(samples));

        Estimate estimate = Estimate.of(values);

        assertThat(estimate.low()).isEqualTo(low);
        assertThat(estimate.high()).isEqualTo(samples + 1 - low);
    }

    @Test
    void shouldHoldTheTrueMedianInAtLeast95OfAHundredCases() {
        var random = new Random(7);
        double median = Math.log(2);
        int cases = 4000;
        long held = IntStream.range(0, cases)
                .filter(_ -> {
                    var samples = random.doubles(15)
                            .map(uniform -> -Math.log(uniform))
                            .boxed()
                            .toList();
                    Estimate estimate = Estimate.of(samples);
                    return estimate.low() <= median && median <= estimate.high();
                })
                .count();

        // 15 samples give 96.5 %; three standard errors below that is 95.6 %.
        assertThat((double) held / cases).isBetween(0.956, 0.974);
    }

    @Test
    void shouldRefuseToEstimateFromNothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> Estimate.of(List.of()));
    }

    @Test
    void shouldRefuseWhatIsNoNumber() {
        assertThatThrownBy(() -> Estimate.of(List.of(1.0, Double.NaN)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("NaN");
    }
}
