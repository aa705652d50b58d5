package dev.ropewalk.pipeline.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.MultiProducerSequencer;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which of the executors that share a line are woken, and what is left of those, step by step, in one thread. */
class CommonWaiterLineTest {
    private static final int CAPACITY = 8;

    private final Sequencer sequencer = new MultiProducerSequencer(CAPACITY);
    private final ConsumedCache consumed = new ConsumedCache();
    private final Sequence done = new Sequence(Sequence.BEFORE_FIRST);
    private final CapacityWaiters waiters = new CapacityWaiters(sequencer);
    private final List<Wait> woken = new ArrayList<>();
    private final Object dead = new Object();

    private final class Wait extends CapacityWaiter {
        private final Runnable action;

        Wait(Object executor, Runnable action) {
            super(executor, 1, NONE);
            this.action = action;
        }

        @Override
        protected void wake() {
            woken.add(this);
            action.run();
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

    private Wait waits(Object executor, Runnable action) {
        var wait = new Wait(executor, action);
        assertThat(waiters.enter(wait)).isTrue();
        return wait;
    }

    private Wait waits(Object executor) {
        return waits(executor, () -> {});
    }

    private List<Wait> ownLines() {
        return Stream.generate(() -> waits(new Object()))
                .limit(WaiterLines.MAX_EXECUTORS)
                .toList();
    }

    private void waitsInVain(int count) {
        IntStream.range(0, count).forEach(_ -> waits(dead));
    }

    @Test
    void shouldGiveOwnLinesToThoseHeldUpWhenTheOthersLeave() {
        List<Wait> own = ownLines();
        waitsInVain(2 * CAPACITY);
        Wait live = waits(new Object());
        own.forEach(waiters::leave);
        free(CAPACITY);
        assertThat(woken).contains(live);
    }

    @Test
    void shouldGiveOwnLinesToThoseHeldUpAlreadyWhenTheOthersLeave() {
        List<Wait> own = ownLines();
        waitsInVain(2 * CAPACITY);
        Wait live = waits(new Object());
        free(CAPACITY);
        assertThat(woken).containsAll(own).doesNotContain(live);
        own.forEach(waiters::leave);
        assertThat(woken).contains(live);
    }

    @Test
    void shouldGiveOwnLinesToThoseHeldUpWhenTheOthersHaveClaimed() {
        List<Wait> own = ownLines();
        waitsInVain(3 * CAPACITY);
        Wait live = waits(new Object());
        free(CAPACITY);
        assertThat(woken).containsAll(own).doesNotContain(live);
        claim(CAPACITY);
        free(CAPACITY);
        assertThat(woken).contains(live);
    }

    @Test
    void shouldWakeFewForAPlaceThoughStagesLookAgain() {
        IntStream.range(0, 100).forEach(_ -> waits(new Object()));
        free(1);
        IntStream.range(0, 10).forEach(_ -> waiters.idle());
        assertThat(woken).hasSize(WaiterLines.MAX_EXECUTORS + 1);
    }

    @Test
    void shouldKeepTheOrderWhenTheCommonLineIsDissolved() {
        List<Wait> own = ownLines();
        Object executor = new Object();
        List<Wait> turns =
                List.of(waits(executor), waits(dead), waits(executor), waits(dead), waits(executor), waits(executor));
        waiters.leave(own.getFirst());
        waiters.leave(own.get(1));
        Wait last = waits(executor);
        free(CAPACITY);
        assertThat(woken).containsSubsequence(turns).endsWith(last);
    }

    @Test
    void shouldNotKeepThoseBehindOneThatIsKept() {
        List<Wait> waits = IntStream.range(0, 4).mapToObj(_ -> waits(dead)).toList();
        free(2);
        waiters.leave(waits.get(2));
        free(1);
        assertThat(woken).isEqualTo(List.of(waits.get(0), waits.get(1), waits.get(3)));
        assertThat(waits).allSatisfy(wait -> {
            assertThat(wait.before).isNull();
            assertThat(wait.behind).isNull();
            assertThat(wait.nextWoken).isNull();
        });
    }

    @Test
    void shouldWakeTheOthersIfOneCannotBeWoken() {
        var failure = new StackOverflowError("as a test wants it");
        Runnable fails = () -> {
            throw failure;
        };
        List<Wait> waits = List.of(
                waits(dead, fails),
                waits(dead),
                waits(dead, () -> {
                    throw new IllegalStateException("a later one");
                }),
                waits(dead));
        assertThatThrownBy(() -> free(CAPACITY)).isSameAs(failure);
        assertThat(woken).isEqualTo(waits);
        claim(CAPACITY);
        Wait next = waits(this);
        free(1);
        assertThat(woken).contains(next);
    }
}
