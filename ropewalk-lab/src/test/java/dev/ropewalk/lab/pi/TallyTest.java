package dev.ropewalk.lab.pi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TallyTest {
    private static final int JOBS = 100;
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 20, 99, 100, 1000})
    void shouldKeepUpToAWindowOfJobsUnderWay(int window) throws Exception {
        var tally = new Tally(new Slices(1, JOBS, 1, window));
        for (int iteration = 0; iteration < 3; iteration++) {
            var dealt = new AtomicInteger();
            Thread dealer = Thread.startVirtualThread(() -> deal(tally, dealt));
            for (int added = 0; added < JOBS; added++) {
                awaitPause(dealer);
                assertThat(dealt.get() - added)
                        .as("under way after %d results", added)
                        .isBetween(1, window);
                tally.add(2);
            }
            dealer.join();
            assertThat(tally.await()).isEqualTo(2 * JOBS);
        }
    }

    private static void deal(Tally tally, AtomicInteger dealt) {
        try {
            for (int job = 0; job < JOBS; job++) {
                tally.admit(job);
                dealt.incrementAndGet();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitPause(Thread dealer) {
        long start = System.nanoTime();
        while (dealer.getState() != Thread.State.WAITING && dealer.getState() != Thread.State.TERMINATED) {
            assertThat(System.nanoTime() - start)
                    .as("nanoseconds until the dealer waits, in state %s", dealer.getState())
                    .isLessThan(DEADLINE.toNanos());
            Thread.onSpinWait();
        }
    }
}
