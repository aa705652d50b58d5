package dev.ropewalk.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StopwatchTest {
    private static final long BUSY_NANOS = 20_000_000;

    @Test
    void shouldMeasureWallAndCpuTime() {
        Stopwatch watch = Stopwatch.start();
        long end = System.nanoTime() + BUSY_NANOS;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        Outcome outcome = watch.stop().outcome("done");

        assertThat(outcome.answer()).isEqualTo("done");
        double time = outcome.values().getOrDefault("time", 0.0);
        double cpu = outcome.values().getOrDefault("cpu", 0.0);
        assertThat(time).isGreaterThanOrEqualTo(20);
        assertThat(cpu).isPositive();
        assertThat(watch.cpuPercent()).hasValueCloseTo(100 * cpu / time, within(0.1));
    }

    @Test
    void shouldRefuseToTellBeforeItIsStopped() {
        assertThatIllegalStateException().isThrownBy(Stopwatch.start()::nanos);
    }
}
