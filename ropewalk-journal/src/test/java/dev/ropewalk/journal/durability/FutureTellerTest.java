package dev.ropewalk.journal.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.durability.DurabilityWaiter.OfFuture;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads are runnables here, which the tests run when it suits them. */
@Timeout(60)
class FutureTellerTest {
    private final Queue<Runnable> threads = new ArrayDeque<>();
    private final List<Long> told = new ArrayList<>();
    private final FutureTeller teller = new FutureTeller(threads::add);

    private CompletableFuture<Long> future() {
        return new CompletableFuture<>();
    }

    private OfFuture waiter(long index, CompletableFuture<Long> future) {
        var _ = future.thenAccept(told::add);
        return new OfFuture(index, index, future);
    }

    private OfFuture waiter(long index) {
        return waiter(index, future());
    }

    @Test
    void shouldTellInOrderWhatIsHandedOverBeforeItsThreadBegins() {
        teller.tell(List.of(waiter(1), waiter(2)));
        teller.tell(List.of(waiter(3)));
        assertThat(threads).as("one teller at a time").hasSize(1);
        threads.remove().run();
        assertThat(told).containsExactly(1L, 2L, 3L);
    }

    @Test
    void shouldGoOnWithWhatIsHandedOverWhileItTells() {
        CompletableFuture<Long> first = future();
        var _ = first.thenRun(() -> teller.tell(List.of(waiter(2))));
        teller.tell(List.of(waiter(1, first)));
        threads.remove().run();
        assertThat(threads).isEmpty();
        assertThat(told).containsExactly(1L, 2L);
    }

    @Test
    void shouldStartAThreadAnewWhenTheOneBeforeHasEnded() {
        for (long index = 0; index < 3; index++) {
            teller.tell(List.of(waiter(index)));
            threads.remove().run();
        }
        assertThat(told).containsExactly(0L, 1L, 2L);
    }

    @Test
    void shouldTakeNothingOverWithoutAThread() {
        int[] failures = {2};
        var needy = new FutureTeller(task -> {
            if (failures[0]-- > 0) {
                throw new OutOfMemoryError("of a test");
            }
            threads.add(task);
        });
        OfFuture second = waiter(2);
        OfFuture third = waiter(3);
        assertThatThrownBy(() -> needy.tell(List.of(second, third))).isInstanceOf(OutOfMemoryError.class);
        // What was decided meanwhile comes before, between and behind.
        List<OfFuture> all = List.of(waiter(1), third, second);
        assertThatThrownBy(() -> needy.tell(all)).isInstanceOf(OutOfMemoryError.class);
        needy.tell(List.of(all.getFirst(), second, third));
        threads.remove().run();
        assertThat(told).containsExactly(1L, 2L, 3L);
    }

    @Test
    void shouldCompleteAFutureInTheEndThatItHadNoMemoryFor() {
        int[] failures = {2};
        CompletableFuture<Long> needy = new CompletableFuture<>() {
            @Override
            public boolean complete(Long value) {
                if (failures[0]-- > 0) {
                    throw new OutOfMemoryError("of a test");
                }
                return super.complete(value);
            }
        };
        teller.tell(List.of(waiter(1, needy), waiter(2)));
        threads.remove().run();
        assertThat(told).containsExactly(1L, 2L);
    }

    @Test
    void shouldGoOnAfterCallbacksThatThrowOrInterrupt() {
        CompletableFuture<Long> first = future();
        List<Boolean> interrupted = new ArrayList<>();
        var thrown = first.thenRun(() -> {
            throw new OutOfMemoryError("of a test");
        });
        var refused = first.thenRunAsync(() -> {}, task -> {
            throw new RejectedExecutionException("of a test");
        });
        var _ = first.thenRun(() -> Thread.currentThread().interrupt());
        CompletableFuture<Long> second = future();
        var _ = second.thenRun(() -> interrupted.add(Thread.currentThread().isInterrupted()));
        teller.tell(List.of(waiter(1, first), waiter(2, second)));
        threads.remove().run();
        assertThat(told).containsExactly(1L, 2L);
        assertThat(interrupted).containsExactly(false);
        assertThat(thrown).isCompletedExceptionally();
        assertThat(refused).isCompletedExceptionally();
    }
}
