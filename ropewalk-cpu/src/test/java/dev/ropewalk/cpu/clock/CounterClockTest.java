package dev.ropewalk.cpu.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ropewalk.cpu.NanoClock;
import dev.ropewalk.cpu.TimeOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A clock on a counter that drifts, jumps, stops and lies. */
class CounterClockTest {
    private static final double GHZ = 2.6;
    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    /** What the readings of the fake clocks take. */
    private static final long READING = 100;

    private static final long BOUND = CounterCalibration.MAX_ERROR_NANOS + READING;

    private final FakeCounter counter = new FakeCounter(GHZ);
    private final CounterClock clock = new CounterClock(counter);

    @ParameterizedTest
    @ValueSource(doubles = {0.51, 1, 1.9, 2.6, 5, 9.9})
    void shouldShowTheSystemsTimeWhateverTheCountersRate(double ghz) {
        var steady = new FakeCounter(ghz);
        var steadyClock = new CounterClock(steady);
        for (int i = 0; i < 10_000; i++) {
            steady.pass(MILLISECOND / 7);
            assertThat(steadyClock.nanoTime()).isCloseTo(steady.now(), within(READING));
        }
    }

    @Test
    void shouldStayWithinItsBoundAndNeverRunBackwardsHoweverTheKernelCorrectsItsRate() {
        readWhileTheRateChanges(clock, new Random().nextLong());
    }

    @Test
    void shouldCatchAClockThatStartsAnewFromTheSystemsTimeAtEachCheck() {
        var twin = new RestartingTwin(counter);
        assertThatThrownBy(() -> readWhileTheRateChanges(twin, 1))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("runs backwards");
    }

    @Test
    void shouldBeExactAtOnceAfterAnHourWithoutReadings() {
        warmUp();
        counter.runAt(GHZ * 1.0003);
        counter.pass(3600 * SECOND);
        assertThat(clock.nanoTime()).isCloseTo(counter.now(), within(READING));
        counter.pass(SECOND / 10);
        assertThat(clock.nanoTime()).isCloseTo(counter.now(), within(READING));
    }

    @ParameterizedTest
    @ValueSource(longs = {-3600 * SECOND, -SECOND, 50_000, SECOND / 20, SECOND, 3600 * SECOND})
    void shouldNotRunBackwardsWhenTheCounterJumps(long ticks) {
        warmUp();
        long before = clock.nanoTime();
        counter.jump(ticks);
        for (int i = 0; i < 100_000; i++) {
            long time = clock.nanoTime();
            assertThat(time >= before).as("%d follows %d", time, before).isTrue();
            before = time;
            counter.pass(1000);
        }
    }

    /** Backwards by less than one calibration can't be told from a reading that came early: the clock goes along. */
    @ParameterizedTest
    @ValueSource(longs = {-3600 * SECOND, -SECOND, -SECOND / 20, -50_000, 50_000, SECOND / 20, SECOND, 3600 * SECOND})
    void shouldRecoverFromAJumpOfTheCounterWithinHalfASecond(long ticks) {
        warmUp();
        counter.jump(ticks);
        for (long end = counter.now() + SECOND / 2; counter.now() < end; counter.pass(10_000)) {
            assertThat(clock.nanoTime())
                    .isCloseTo(counter.now(), within(CounterCalibration.LONGEST_SPAN_NANOS + READING));
        }
        assertThat(clock.nanoTime()).isCloseTo(counter.now(), within(BOUND));
        counter.pass(SECOND);
        assertThat(clock.nanoTime()).isCloseTo(counter.now(), within(READING));
        assertThat(clock.abandonedReason()).isEmpty();
    }

    @Test
    void shouldTakeOverTheRateOfAnotherHost() {
        warmUp();
        counter.runAt(1.7);
        for (int i = 0; i < 1000; i++) {
            counter.pass(MILLISECOND);
            clock.nanoTime();
        }
        assertThat(clock.nanoTime()).isCloseTo(counter.now(), within(READING));
        assertThat(clock.calibration().rate()).isCloseTo(1 / 1.7, within(1e-6));
        assertThat(clock).hasToString("time stamp counter at 1.700 GHz");
    }

    @Test
    void shouldAbandonACounterWithoutAConstantRate() {
        var random = new Random(1);
        long before = clock.nanoTime();
        for (int i = 0; i < 100; i++) {
            counter.runAt(1 + 5 * random.nextDouble());
            counter.pass(2 * MILLISECOND);
            long time = clock.nanoTime();
            assertThat(time).isGreaterThanOrEqualTo(before);
            before = time;
        }
        assertThat(clock.abandonedReason())
                .contains("the time stamp counter has no constant rate: 16 measurements in a row disagreed");
        assertThat(clock)
                .hasToString("System.nanoTime, since the time stamp counter has no constant rate:"
                        + " 16 measurements in a row disagreed");
        assertThat(clock.nanoTime()).isEqualTo(counter.now());
    }

    @Test
    void shouldNotCheckAgainWhereAnotherCpusCounterIsALittleBehind() {
        warmUp();
        counter.pass(SECOND);
        long time = clock.nanoTime();
        CounterCalibration calibration = clock.calibration();
        counter.jump(-1000);
        assertThat(clock.nanoTime()).isBetween(calibration.nanos(), time);
        assertThat(clock.calibration()).isSameAs(calibration);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.001, 0.4, 11, 1000, -2.6})
    void shouldRefuseARateThatNoCpuHas(double ghz) {
        var wrong = new FakeCounter(ghz);
        assertThatThrownBy(() -> new CounterClock(wrong))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("the time stamp counter takes ")
                .hasMessageEndingWith(" ns a tick");
    }

    @Test
    void shouldNotRunBackwardsWhileThreadsRaceForTheNextCheck() throws Exception {
        var order = new TimeOrder(() -> {
            counter.pass(10_000);
            return clock.nanoTime();
        });
        order.check(2, 200_000, 0);
        assertThat(clock.nanoTime()).isCloseTo(counter.now(), within(BOUND));
    }

    private void warmUp() {
        long end = counter.now() + SECOND;
        while (counter.now() < end) {
            counter.pass(MILLISECOND);
            clock.nanoTime();
        }
    }

    /** Reads in random steps of time, while the counter's rate changes by 500 millionths against the system's. */
    private void readWhileTheRateChanges(NanoClock tested, long seed) {
        var random = new Random(seed);
        long before = tested.nanoTime();
        for (int i = 0; i < 300_000; i++) {
            counter.pass(random.nextInt(2000) == 0 ? random.nextLong(SECOND / 5) : random.nextLong(20_000));
            if (random.nextInt(10_000) == 0) {
                counter.runAt(random.nextBoolean() ? GHZ : GHZ * 1.0005);
            }
            long time = tested.nanoTime();
            long off = time - counter.now();
            assertThat(time >= before)
                    .as("runs backwards from %d to %d, seed %d", before, time, seed)
                    .isTrue();
            assertThat(Math.abs(off) <= BOUND)
                    .as("%d ns off, seed %d", off, seed)
                    .isTrue();
            before = time;
        }
    }

    /** What one writes first: it takes the system's time at each check, and goes on from there. */
    private static final class RestartingTwin implements NanoClock {
        private final Counter counter;
        private CounterSample last;

        RestartingTwin(Counter counter) {
            this.counter = counter;
            this.last = counter.sample();
        }

        @Override
        public long nanoTime() {
            double elapsed = (counter.ticks() - last.ticks()) / GHZ;
            if (elapsed > CounterCalibration.LONGEST_SPAN_NANOS) {
                last = counter.sample();
                return last.systemNanos();
            }
            return last.systemNanos() + (long) elapsed;
        }
    }
}
