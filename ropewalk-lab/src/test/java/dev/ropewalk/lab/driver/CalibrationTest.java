package dev.ropewalk.lab.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.result.Probe;
import org.junit.jupiter.api.Test;

class CalibrationTest {
    @Test
    void shouldTellHowMuchOfTheMachineItGot() throws InterruptedException {
        Probe probe = Calibration.probe();

        assertThat(probe.millis()).isPositive();
        assertThat(probe.share()).isGreaterThan(0).isLessThanOrEqualTo(1);
    }
}
