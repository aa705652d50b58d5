package dev.ropewalk.scheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.RealScheduler;
import dev.ropewalk.scheduler.Strand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerHeapTest {
    private static final WorkStealingScheduler SCHEDULER = RealScheduler.of(1);
    private static final Strand STRAND = SCHEDULER.newStrand();

    private final TimerHeap heap = new TimerHeap();

    @AfterAll
    static void close() {
        RealScheduler.close(SCHEDULER);
    }

    private static ArmedTimer timer(long due) {
        return new ArmedTimer(disarmed -> {}, STRAND, () -> {}, due, 0);
    }

    @Test
    void shouldHaveNoFirstWhenEmpty() {
        assertThat(heap.first()).isNull();
        assertThat(heap.size()).isZero();
    }

    @Test
    void shouldIgnoreTheRemovalOfATimerThatIsNotThere() {
        ArmedTimer present = timer(1);
        heap.add(present);

        heap.remove(timer(1));

        assertThat(heap.first()).isSameAs(present);
        assertThat(heap.size()).isEqualTo(1);
    }

    @Test
    void shouldKeepNothingOfWhatWasRemoved() {
        ArmedTimer only = timer(5);
        heap.add(only);
        heap.remove(only);
        heap.remove(only);

        assertThat(heap.first()).isNull();
        assertThat(heap.size()).isZero();
        assertThat(only.place).isNegative();
    }

    /** The origins are such that due times wrap around, as those of {@link System#nanoTime} may. */
    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE - 500, -500, Long.MIN_VALUE})
    void shouldBehaveLikeASortedList(long origin) {
        for (int repetition = 0; repetition < 200; repetition++) {
            long seed = System.nanoTime() + repetition;
            runAgainstModel(origin, seed);
        }
    }

    private static void runAgainstModel(long origin, long seed) {
        var random = new Random(seed);
        var heap = new TimerHeap();
        List<ArmedTimer> model = new ArrayList<>();
        Comparator<ArmedTimer> byDue = Comparator.comparingLong(timer -> timer.due - origin);
        for (int step = 0; step < 300; step++) {
            int choice = random.nextInt(10);
            if (choice < 5 || model.isEmpty()) {
                ArmedTimer timer = timer(origin + random.nextInt(1_000));
                heap.add(timer);
                model.add(timer);
            } else if (choice < 8) {
                ArmedTimer timer = model.remove(random.nextInt(model.size()));
                heap.remove(timer);
            } else {
                ArmedTimer first = heap.first();
                assertThat(first).as("first, seed %d step %d", seed, step).isIn(model);
                model.remove(first);
                if (first != null) {
                    heap.remove(first);
                }
            }
            assertThat(heap.size()).as("size, seed %d step %d", seed, step).isEqualTo(model.size());
            ArmedTimer first = heap.first();
            if (model.isEmpty()) {
                assertThat(first).as("first, seed %d step %d", seed, step).isNull();
            } else {
                assertThat(first).as("first, seed %d step %d", seed, step).isNotNull();
                long least = model.stream().min(byDue).orElseThrow().due;
                assertThat(first == null ? -1 : first.due)
                        .as("first, seed %d step %d", seed, step)
                        .isEqualTo(least);
            }
        }
    }
}
