package dev.ropewalk.limit.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HeapGaugeTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** A heap as the test has it. */
    private static final class FakeHeap implements HeapUsage {
        long used;
        long collections;
        long millis;

        void collect(long left) {
            used = left;
            collections++;
        }

        @Override
        public long max() {
            return 1000;
        }

        @Override
        public long usedAfterCollection() {
            return used;
        }

        @Override
        public long collections() {
            return collections;
        }

        @Override
        public long collectionMillis() {
            return millis;
        }
    }

    private final FakeHeap heap = new FakeHeap();
    private final HeapGauge gauge = new HeapGauge(heap, 100);

    @Test
    void shouldLeaveWhatOthersUseAndTheReserve() {
        heap.collect(300);

        assertThat(gauge.capacity(0, 0)).isEqualTo(600);
    }

    @Test
    void shouldCountWhatIsGrantedOnceWhetherItIsUsedYetOrNot() {
        heap.collect(300);
        assertThat(gauge.capacity(0, 0)).isEqualTo(600);

        heap.collect(300);
        assertThat(gauge.capacity(200, 1)).as("granted, not used yet").isEqualTo(600);
        heap.collect(500);
        assertThat(gauge.capacity(200, 2)).as("granted and used").isEqualTo(600);
        heap.collect(650);
        assertThat(gauge.capacity(200, 3)).as("others use more").isEqualTo(450);
    }

    @Test
    void shouldNotBlameOthersForWhatWasGrantedWhenTheHeapWasCollected() {
        heap.collect(300);
        gauge.capacity(0, 0);
        gauge.capacity(500, 1);

        heap.collect(800);

        assertThat(gauge.capacity(0, 2)).as("given back after the collection").isEqualTo(600);
        assertThat(gauge.capacity(0, 3)).as("no collection since").isEqualTo(600);
        heap.collect(400);
        assertThat(gauge.capacity(0, 4)).isEqualTo(500);
    }

    @Test
    void shouldAdmitOneAtATimeIfNothingIsLeft() {
        heap.collect(950);

        assertThat(gauge.capacity(0, 0)).isEqualTo(1);
    }

    @Test
    void shouldShrinkWithTheShareOfTimeInCollections() {
        assertThat(gauge.capacity(0, 0)).isEqualTo(900);

        heap.millis += 100;
        assertThat(gauge.capacity(0, SECOND)).as("a tenth is calm").isEqualTo(900);
        heap.millis += 300;
        assertThat(gauge.capacity(0, SECOND + 1)).as("before the window ends").isEqualTo(900);
        assertThat(gauge.capacity(0, 2 * SECOND)).isEqualTo(450);
        heap.millis += 1000;
        assertThat(gauge.capacity(0, 3 * SECOND)).isEqualTo(1);
        assertThat(gauge.capacity(0, 4 * SECOND)).as("calm again").isEqualTo(900);
    }
}
