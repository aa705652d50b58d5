package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The real heap. */
class HeapBudgetTest {
    private static final int MEGABYTE = 1 << 20;
    private static final int MEGABYTES = 64;

    private final Budget budget =
            Budget.builder().resource(Budget.heap().every(Duration.ofMillis(1))).build();

    /** Collects, then waits until what remains is seen. */
    private void awaitCapacity(String what, long atLeast, long atMost) {
        Await.until(what, () -> {
            System.gc();
            long capacity = budget.capacity("heap");
            return capacity >= atLeast && capacity <= atMost;
        });
    }

    @Test
    void shouldFollowWhatIsAliveInTheHeap() {
        awaitCapacity("there is room", 1, Runtime.getRuntime().maxMemory());
        long before = budget.capacity("heap");

        List<byte[]> alive = new ArrayList<>();
        for (int i = 0; i < MEGABYTES; i++) {
            alive.add(new byte[MEGABYTE]);
        }
        awaitCapacity("there is less room", 1, before - (MEGABYTES - 8L) * MEGABYTE);
        assertThat(alive).hasSize(MEGABYTES);
        alive.clear();

        awaitCapacity("there is as much as before", before - 8 * MEGABYTE, Long.MAX_VALUE);
        assertThat(before).isLessThan(Runtime.getRuntime().maxMemory());
    }
}
