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

/** Who is woken, step by step, in one thread. */
class RoomTest {
    private static final int CAPACITY = 8;

    /** So many that a stack as deep as that doesn't exist. */
    private static final int MANY = 100_000;

    private final Sequencer sequencer = new MultiProducerSequencer(CAPACITY);
    private final ConsumedCache consumed = new ConsumedCache();
    private final Sequence done = new Sequence(Sequence.BEFORE_FIRST);
    private final Room room = new Room(sequencer);
    private final List<String> woken = new ArrayList<>();

    /** How often somebody who waits was looked at. */
    private long steps;

    private final class Named extends RoomWait {
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
        boolean isBefore(RoomWait other) {
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
        room.idle();
    }

    private RoomWait waits(String name, int size) {
        return waits(this, name, size, RoomWait.NONE);
    }

    private RoomWait waits(Object line, String name, int size, long turn) {
        var wait = new Named(line, name, size, turn, null);
        assertThat(room.enter(wait)).isTrue();
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
        room.idle();
        assertThat(woken).containsExactly("a");
        claim(1);
        room.idle();
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
        RoomWait large = waits("large", 3);
        waits("small", 1);
        waits("other", 1);
        free(2);
        room.leave(large);
        assertThat(woken).containsExactly("small", "other");
    }

    @Test
    void shouldPassOnWhatWasGrantedToOneThatLeaves() {
        RoomWait first = waits("first", 1);
        waits("second", 1);
        free(1);
        room.leave(first);
        assertThat(woken).containsExactly("first", "second");
    }

    @Test
    void shouldGrantPlacesOnce() {
        RoomWait first = waits("first", 1);
        waits("second", 1);
        waits("third", 1);
        free(1);
        room.leave(first);
        room.leave(first);
        assertThat(woken).containsExactly("first", "second");
    }

    @Test
    void shouldKeepTheTurnOfOneThatWasOvertaken() {
        RoomWait first = waits("first", 1);
        RoomWait second = waits("second", 1);
        waits("third", 1);
        free(2);
        claim(2);
        for (RoomWait overtaken : List.of(second, first)) {
            room.leave(overtaken);
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
        room.advanced();
        assertThat(woken).isEmpty();
        done.set(CAPACITY / 2 - 1);
        room.advanced();
        assertThat(woken).containsExactly("a", "b");
    }

    @Test
    void shouldNotWaitBesideRoom() {
        free(1);
        var wait = new Named(this, "late", 1, RoomWait.NONE, null);
        assertThat(room.enter(wait)).isFalse();
        assertThat(woken).isEmpty();
    }

    @Test
    void shouldWakeALineThoughAnotherDoesNotClaim() {
        Executor dead = task -> {};
        IntStream.range(0, CAPACITY + 1).forEach(_ -> waits(dead, "dead", 1, RoomWait.NONE));
        waits(this, "thread", 1, RoomWait.NONE);
        free(CAPACITY);
        assertThat(woken).contains("thread").hasSize(CAPACITY + 1);
    }

    @Test
    void shouldWakeAllAtTheEnd() {
        List.of("a", "b", "c").forEach(name -> waits(name, 1));
        room.wakeAll();
        assertThat(woken).containsExactly("a", "b", "c");
    }

    @Test
    void shouldTellWhoWaitsForTheEnd() {
        var end = new RoomWait.End(CAPACITY - 1, Thread.currentThread());
        assertThat(room.enter(end)).isTrue();
        free(CAPACITY - 1);
        assertThat(end.isWoken()).isFalse();
        free(1);
        assertThat(end.isWoken()).isTrue();
    }

    @Test
    void shouldNotNestThoseThatPassOn() {
        List<RoomWait> leaving = new ArrayList<>();
        for (int number = 0; number < MANY; number++) {
            int mine = number;
            var wait = new Named(this, "leaves", 1, RoomWait.NONE, () -> room.leave(leaving.get(mine)));
            leaving.add(wait);
            assertThat(room.enter(wait)).isTrue();
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
                waits(owner, turns.getLast(), 1, RoomWait.NONE);
            }
        }
        free(2);
        assertThat(woken).isEqualTo(turns);
    }

    @Test
    void shouldWakeAllByTurnsAtTheEnd() {
        List<Object> owners = Stream.generate(Object::new).limit(12).toList();
        owners.forEach(owner -> waits(owner, "turn " + owners.indexOf(owner), 1, RoomWait.NONE));
        room.wakeAll();
        assertThat(woken)
                .isEqualTo(
                        IntStream.range(0, 12).mapToObj(turn -> "turn " + turn).toList());
    }

    @Test
    void shouldWakeFewForAPlaceThoughEachHasAnExecutorOfItsOwn() {
        IntStream.range(0, 100).forEach(_ -> waits(new Object(), "one of many", 1, RoomWait.NONE));
        free(1);
        assertThat(woken).hasSize(RoomLines.MAX_EXECUTORS + 1);
    }

    @Test
    void shouldWakeThreadsAndTheCloserThoughManyExecutorsWait() {
        IntStream.range(0, 100).forEach(_ -> waits(new Object(), "one of many", 1, RoomWait.NONE));
        waits(RoomLines.THREADS, "thread", 1, RoomWait.NONE);
        var end = new RoomWait.End(0, Thread.currentThread());
        assertThat(room.enter(end)).isTrue();
        free(1);
        assertThat(woken).contains("thread");
        assertThat(end.isWoken()).isTrue();
    }

    @Test
    void shouldNotLetAnExecutorOvertakeItselfByALineOfItsOwn() {
        RoomWait early = waits(new Object(), "early", 1, RoomWait.NONE);
        IntStream.range(0, 20).forEach(_ -> waits(new Object(), "other", 1, RoomWait.NONE));
        Object executor = new Object();
        waits(executor, "first", 1, RoomWait.NONE);
        room.leave(early);
        waits(executor, "second", 1, RoomWait.NONE);
        free(1);
        assertThat(woken).containsOnly("other");
    }

    /** Claims, or waits again. */
    private void goesOn(Object line, long turn) {
        RoomWait[] mine = new RoomWait[1];
        mine[0] = new Named(line, "many", 1, turn, () -> {
            long place = sequencer.tryClaim(1, consumed);
            if (place == Sequencer.FULL) {
                room.leave(mine[0]);
                goesOn(line, mine[0].turn);
            } else {
                sequencer.publish(place, place);
            }
        });
        assertThat(room.enter(mine[0])).isTrue();
    }

    @Test
    void shouldDoLittleForEachThoughEachHasAnExecutorOfItsOwn() {
        int many = MANY / 100;
        IntStream.range(0, many).forEach(_ -> goesOn(new Object(), RoomWait.NONE));
        IntStream.range(0, many).forEach(_ -> free(1));
        assertThat(sequencer.claimed()).isEqualTo(CAPACITY + many - 1);
        assertThat(steps).isLessThan(200L * many);
    }

    @Test
    void shouldDoLittleForEachThatShareAnExecutor() {
        int many = MANY / 100;
        IntStream.range(0, many).forEach(_ -> goesOn(this, RoomWait.NONE));
        IntStream.range(0, many).forEach(_ -> free(1));
        assertThat(sequencer.claimed()).isEqualTo(CAPACITY + many - 1);
        assertThat(steps).isLessThan(50L * many);
    }

    @Test
    void shouldDoLittleForEachThatComesBack() {
        var large = new MultiProducerSequencer(1 << 12);
        large.gateOn(new Sequence[] {done});
        Room full = new Room(large);
        assertThat(large.tryClaim(large.capacity, new ConsumedCache())).isNotEqualTo(Sequencer.FULL);
        List<RoomWait> overtaken = new ArrayList<>();
        for (int turn = 0; turn <= large.capacity; turn++) {
            overtaken.add(new Named(this, "many", 1, RoomWait.NONE, null));
            assertThat(full.enter(overtaken.getLast())).isTrue();
        }
        done.set(large.capacity - 1);
        full.idle();
        assertThat(woken).hasSize(large.capacity);
        assertThat(large.tryClaim(large.capacity, new ConsumedCache())).isNotEqualTo(Sequencer.FULL);
        steps = 0;
        for (RoomWait wait : overtaken.subList(0, large.capacity)) {
            full.leave(wait);
            assertThat(full.enter(new Named(this, "many", 1, wait.turn, null))).isTrue();
        }
        assertThat(steps).isLessThan(50L * large.capacity);
    }
}
