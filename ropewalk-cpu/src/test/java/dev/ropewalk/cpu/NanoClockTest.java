package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongSupplier;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The clocks of this machine. */
class NanoClockTest {
    /** What the clock promises against the system's. */
    private static final long BOUND = 100_000;

    /** What it promises between threads. */
    private static final long SKEW = 1_000;

    @Test
    void shouldShowTheSystemsTimeByTheCounter() {
        assertSystemsTime(NanoClock.tsc()::nanoTime, BOUND);
    }

    @Test
    void shouldShowTheSystemsTimeByTheSystem() {
        assertSystemsTime(NanoClock.system()::nanoTime, 0);
        assertThat(NanoClock.system()).hasToString("System.nanoTime");
    }

    /** Compares between two readings of the system's clock, so that a thread which is held up does no harm. */
    private static void assertSystemsTime(LongSupplier clock, long bound) {
        long end = System.nanoTime() + 300_000_000;
        long after;
        do {
            long before = System.nanoTime();
            long time = clock.getAsLong();
            after = System.nanoTime();
            assertThat(time >= before - bound && time <= after + bound)
                    .as("%d is between %d and %d, within %d", time, before, after, bound)
                    .isTrue();
        } while (after < end);
    }

    @Test
    void shouldNotRunBackwardsInAThreadNorFarBetweenThreads() throws Exception {
        new TimeOrder(NanoClock.tsc()).check(4, 200_000, SKEW);
    }

    @Test
    void shouldReadTheCounterOrSayWhyNot() {
        NanoClock clock = NanoClock.tsc();
        assertThat(NanoClock.tsc()).isSameAs(clock);
        if (NanoClock.tscUnavailableReason().isPresent()) {
            assertThat(clock).isSameAs(NanoClock.system());
        } else {
            assertThat(clock.toString()).matches("time stamp counter at \\d\\.\\d{3} GHz");
        }
    }

    @Test
    void shouldReadTheCounterInAVirtualThread() throws Exception {
        Assumptions.assumeTrue(NanoClock.tscUnavailableReason().isEmpty(), "needs the time stamp counter");
        long before = NanoClock.tsc().nanoTime();
        assertThat(FreshThread.call(Thread.ofVirtual(), () -> NanoClock.tsc().nanoTime()))
                .isGreaterThanOrEqualTo(before - SKEW);
    }
}
