package dev.ropewalk.pipeline.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.MultiProducerSequencer;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which waiters are woken, step by step, in one thread. */
class CapacityWaitersTest {
    private static final int CAPACITY = 8;

    /** So many that a stack as deep as that doesn't exist. */
    private static final int MANY = 100_000;

    private final Sequencer sequencer = new MultiProducerSequencer(CAPACITY);
    private final ConsumedCache consumed = new ConsumedCache();
    private final Sequence done = new Sequence(Sequence.BEFORE_FIRST);
    private final CapacityWaiters waiters = new CapacityWaiters(sequencer);
    private final List<String> woken = new ArrayList<>();

    /** How often a waiter was looked at. */
    private long steps;

    private final class Named extends CapacityWaiter {
        private final String name;
        private final @Nullable Runnable action;

        Named(Object line, String name, int size, long turn, @Nullable Runnable action) {
            super(line, size, turn);
            this.name = name;
            this.action = action;
        }

        @Override
        long threshold(long taken, int places, int capacity) {
            steps++;
            return super.threshold(taken, places, capacity);
        }

        @Override
        boolean isBefore(CapacityWaiter other) {
            steps++;
            return super.isBefore(other);
        }

        @Override
        protected void wake() {
            woken.add(name);
            if (action != null) {
                action.run();
            }
        }
    }

    @BeforeEach
    void fill() {
        sequencer.gateOn(new Sequence[] {done});
        claim(CAPACITY);
    }

    private void claim(int size) {
        long high = sequencer.tryClaim(size, consumed);
        assertThat(high).isNotEqualTo(Sequencer.FULL);
        sequencer.publish(high - size + 1, high);
    }

    private void free(int places) {
        done.set(done.get() + places);
        waiters.idle();
    }

    private CapacityWaiter waits(String name, int size) {
        return waits(this, name, size, CapacityWaiter.NONE);
    }

    private CapacityWaiter waits(Object line, String name, int size, long turn) {
        var wait = new Named(line, name, size, turn, null);
        assertThat(waiters.enter(wait)).isTrue();
        return wait;
    }

    @Test
    void shouldWakeAsManyAsThePlacesAreEnoughFor() {
        List.of("a", "b", "c", "d").forEach(name -> waits(name, 1));
        free(2);
        assertThat(woken).containsExactly("a", "b");
    }

    @Test
    void shouldWakeNobodyForPlacesThatAreGranted() {
        List.of("a", "b", "c").forEach(name -> waits(name, 1));
        free(1);
        waiters.idle();
        assertThat(woken).containsExactly("a");
        claim(1);
        waiters.idle();
        assertThat(woken).containsExactly("a");
        free(1);
        assertThat(woken).containsExactly("a", "b");
    }

    @Test
    void shouldWakeNobodyBeforeTheHead() {
        waits("large", 3);
        waits("small", 1);
        free(2);
        assertThat(woken).isEmpty();
        free(2);
        assertThat(woken).containsExactly("large", "small");
    }

    @Test
    void shouldWakeThoseBehindAHeadThatLeaves() {
        CapacityWaiter large = waits("large", 3);
        waits("small", 1);
        waits("other", 1);
        free(2);
        waiters.leave(large);
        assertThat(woken).containsExactly("small", "other");
    }

    @Test
    void shouldPassOnWhatWasGrantedToOneThatLeaves() {
        CapacityWaiter first = waits("first", 1);
        waits("second", 1);
        free(1);
        waiters.leave(first);
        assertThat(woken).containsExactly("first", "second");
    }

    @Test
    void shouldGrantPlacesOnce() {
        CapacityWaiter first = waits("first", 1);
        waits("second", 1);
        waits("third", 1);
        free(1);
        waiters.leave(first);
        waiters.leave(first);
        assertThat(woken).containsExactly("first", "second");
    }

    @Test
    void shouldKeepTheTurnOfOneThatWasOvertaken() {
        CapacityWaiter first = waits("first", 1);
        CapacityWaiter second = waits("second", 1);
        waits("third", 1);
        free(2);
        claim(2);
        for (CapacityWaiter overtaken : List.of(second, first)) {
            waiters.leave(overtaken);
            waits(this, "again", 1, overtaken.turn);
        }
        waits("fourth", 1);
        woken.clear();
        free(4);
        assertThat(woken).containsExactly("again", "again", "third", "fourth");
    }

    @Test
    void shouldLetABusyStageWakeThemWhenHalfOfTheRingIsFree() {
        List.of("a", "b").forEach(name -> waits(name, 1));
        done.set(CAPACITY / 2 - 2);
        waiters.advanced();
        assertThat(woken).isEmpty();
        done.set(CAPACITY / 2 - 1);
        waiters.advanced();
        assertThat(woken).containsExactly("a", "b");
    }

    @Test
    void shouldNotWaitBesideRoom() {
        free(1);
        var wait = new Named(this, "late", 1, CapacityWaiter.NONE, null);
        assertThat(waiters.enter(wait)).isFalse();
        assertThat(woken).isEmpty();
    }

    @Test
    void shouldWakeALineThoughAnotherDoesNotClaim() {
        Executor dead = task -> {};
        IntStream.range(0, CAPACITY + 1).forEach(_ -> waits(dead, "dead", 1, CapacityWaiter.NONE));
        waits(this, "thread", 1, CapacityWaiter.NONE);
        free(CAPACITY);
        assertThat(woken).contains("thread").hasSize(CAPACITY + 1);
    }

    @Test
    void shouldWakeAllAtTheEnd() {
        List.of("a", "b", "c").forEach(name -> waits(name, 1));
        waiters.wakeAll();
        assertThat(woken).containsExactly("a", "b", "c");
    }

    @Test
    void shouldTellWhoWaitsForTheEnd() {
        var end = new CapacityWaiter.End(CAPACITY - 1, Thread.currentThread());
        assertThat(waiters.enter(end)).isTrue();
        free(CAPACITY - 1);
        assertThat(end.isWoken()).isFalse();
        free(1);
        assertThat(end.isWoken()).isTrue();
    }

    @Test
    void shouldNotNestThoseThatPassOn() {
        List<CapacityWaiter> leaving = new ArrayList<>();
        for (int number = 0; number < MANY; number++) {
            int mine = number;
            var wait = new Named(this, "leaves", 1, CapacityWaiter.NONE, () -> waiters.leave(leaving.get(mine)));
            leaving.add(wait);
            assertThat(waiters.enter(wait)).isTrue();
        }
        free(1);
        assertThat(woken).hasSize(MANY);
    }

    @Test
    void shouldWakeByTurnsWhateverTheLines() {
        List<Object> owners = Stream.generate(Object::new).limit(12).toList();
        List<String> turns = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            for (Object owner : owners) {
                turns.add("turn " + turns.size());
                waits(owner, turns.getLast(), 1, CapacityWaiter.NONE);
            }
        }
        free(2);
        assertThat(woken).isEqualTo(turns);
    }

    @Test
    void shouldWakeAllByTurnsAtTheEnd() {
        List<Object> owners = Stream.generate(Object::new).limit(12).toList();
        owners.forEach(owner -> waits(owner, "turn " + owners.indexOf(owner), 1, CapacityWaiter.NONE));
        waiters.wakeAll();
        assertThat(woken)
                .isEqualTo(
                        IntStream.range(0, 12).mapToObj(turn -> "turn " + turn).toList());
    }

    @Test
    void shouldWakeFewForAPlaceThoughEachHasAnExecutorOfItsOwn() {
        IntStream.range(0, 100).forEach(_ -> waits(new Object(), "one of many", 1, CapacityWaiter.NONE));
        free(1);
        assertThat(woken).hasSize(WaiterLines.MAX_EXECUTORS + 1);
    }

    @Test
    void shouldWakeThreadsAndTheCloserThoughManyExecutorsWait() {
        IntStream.range(0, 100).forEach(_ -> waits(new Object(), "one of many", 1, CapacityWaiter.NONE));
        waits(WaiterLines.THREADS, "thread", 1, CapacityWaiter.NONE);
        var end = new CapacityWaiter.End(0, Thread.currentThread());
        assertThat(waiters.enter(end)).isTrue();
        free(1);
        assertThat(woken).contains("thread");
        assertThat(end.isWoken()).isTrue();
    }

    @Test
    void shouldNotLetAnExecutorOvertakeItselfByALineOfItsOwn() {
        CapacityWaiter early = waits(new Object(), "early", 1, CapacityWaiter.NONE);
        IntStream.range(0, 20).forEach(_ -> waits(new Object(), "other", 1, CapacityWaiter.NONE));
        Object executor = new Object();
        waits(executor, "first", 1, CapacityWaiter.NONE);
        waiters.leave(early);
        waits(executor, "second", 1, CapacityWaiter.NONE);
        free(1);
        assertThat(woken).containsOnly("other");
    }

    /** Claims, or waits again. */
    private void goesOn(Object line, long turn) {
        CapacityWaiter[] mine = new CapacityWaiter[1];
        mine[0] = new Named(line, "many", 1, turn, () -> {
            long place = sequencer.tryClaim(1, consumed);
            if (place == Sequencer.FULL) {
                waiters.leave(mine[0]);
                goesOn(line, mine[0].turn);
            } else {
                sequencer.publish(place, place);
            }
        });
        assertThat(waiters.enter(mine[0])).isTrue();
    }

    @Test
    void shouldDoLittleForEachThoughEachHasAnExecutorOfItsOwn() {
        int many = MANY / 100;
        IntStream.range(0, many).forEach(_ -> goesOn(new Object(), CapacityWaiter.NONE));
        IntStream.range(0, many).forEach(_ -> free(1));
        assertThat(sequencer.claimed()).isEqualTo(CAPACITY + many - 1);
        assertThat(steps).isLessThan(200L * many);
    }

    @Test
    void shouldDoLittleForEachThatShareAnExecutor() {
        int many = MANY / 100;
        IntStream.range(0, many).forEach(_ -> goesOn(this, CapacityWaiter.NONE));
        IntStream.range(0, many).forEach(_ -> free(1));
        assertThat(sequencer.claimed()).isEqualTo(CAPACITY + many - 1);
        assertThat(steps).isLessThan(50L * many);
    }

    @Test
    void shouldDoLittleForEachThatComesBack() {
        var large = new MultiProducerSequencer(1 << 12);
        large.gateOn(new Sequence[] {done});
        CapacityWaiters full = new CapacityWaiters(large);
        assertThat(large.tryClaim(large.capacity, new ConsumedCache())).isNotEqualTo(Sequencer.FULL);
        List<CapacityWaiter> overtaken = new ArrayList<>();
        for (int turn = 0; turn <= large.capacity; turn++) {
            overtaken.add(new Named(this, "many", 1, CapacityWaiter.NONE, null));
            assertThat(full.enter(overtaken.getLast())).isTrue();
        }
        done.set(large.capacity - 1);
        full.idle();
        assertThat(woken).hasSize(large.capacity);
        assertThat(large.tryClaim(large.capacity, new ConsumedCache())).isNotEqualTo(Sequencer.FULL);
        steps = 0;
        for (CapacityWaiter wait : overtaken.subList(0, large.capacity)) {
            full.leave(wait);
            assertThat(full.enter(new Named(this, "many", 1, wait.turn, null))).isTrue();
        }
        assertThat(steps).isLessThan(50L * large.capacity);
    }
}
