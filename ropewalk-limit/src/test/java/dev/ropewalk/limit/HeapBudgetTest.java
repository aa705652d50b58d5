package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.budget.HeapUsage;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** The real heap. */
class HeapBudgetTest {
    private static final int MEGABYTE = 1 << 20;
    private static final int MEGABYTES = 64;

    private final HeapUsage heap = HeapUsage.ofThisProcess();
    private final Budget budget = Budget.builder()
            .resource(Budget.heap(0).every(Duration.ofMillis(1)))
            .build();

    /** Collects, then waits until the budget has seen it and the collection no longer counts as pressure. */
    private void collect(String what, LongPredicate used) {
        System.gc();
        Await.until(what, () -> {
            long alive = heap.usedAfterCollection();
            return used.test(alive) && Math.abs(budget.capacity("heap") - heap.max() + alive) < MEGABYTE;
        });
    }

    @Test
    void shouldFollowWhatIsAliveInTheHeap() {
        collect("something is alive", used -> used > 0);
        long before = heap.usedAfterCollection();

        List<byte[]> alive = new ArrayList<>();
        for (int i = 0; i < MEGABYTES; i++) {
            alive.add(new byte[MEGABYTE]);
        }
        collect("more is alive", used -> used > before + (MEGABYTES - 8L) * MEGABYTE);
        assertThat(alive).hasSize(MEGABYTES);
        alive.clear();

        collect("as much is alive as before", used -> used < before + 8L * MEGABYTE);
    }
}
