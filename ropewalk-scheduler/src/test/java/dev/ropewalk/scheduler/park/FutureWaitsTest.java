package dev.ropewalk.scheduler.park;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.testing.Await;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FutureWaitsTest {
    private static final String PURPOSE = "the test";

    private final CompletableFuture<String> future = new CompletableFuture<>();
    private final FutureWaits waits = new FutureWaits(future);

    @Test
    void shouldLeaveNothingOfWaitsThatGiveUp() throws Exception {
        int dependents = future.getNumberOfDependents();
        for (int i = 0; i < 1000; i++) {
            assertThat(waits.await(PURPOSE, 1)).isFalse();
        }
        assertThat(waits.count()).isZero();
        assertThat(future.getNumberOfDependents()).isEqualTo(dependents);
    }

    @Test
    void shouldLeaveNothingOfAWaitThatIsInterrupted() {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> waits.await(PURPOSE, Parking.FOREVER))
                .withMessage("interrupted while waiting for the test");
        assertThat(waits.count()).isZero();
    }

    @Test
    void shouldTellAllThreadsHoweverTheFutureEnds() throws Exception {
        var first = new FutureTask<>(() -> waits.await(PURPOSE, Parking.FOREVER));
        var second = new FutureTask<>(() -> waits.await(PURPOSE, Long.MAX_VALUE / 2));
        Thread.startVirtualThread(first);
        Thread.startVirtualThread(second);
        Await.until("both wait", () -> waits.count() == 2);
        future.completeExceptionally(new IllegalStateException("of the test"));
        assertThat(first.get()).isTrue();
        assertThat(second.get()).isTrue();
        assertThat(waits.count()).isZero();
    }

    @Test
    void shouldNotWaitForWhatHasEnded() throws Exception {
        future.complete("done");
        assertThat(waits.await(PURPOSE, 0)).isTrue();
        assertThat(waits.await(PURPOSE, Parking.FOREVER)).isTrue();
    }
}
