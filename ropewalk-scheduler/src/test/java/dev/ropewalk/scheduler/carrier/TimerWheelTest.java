package dev.ropewalk.scheduler.carrier;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerWheelTest {
    private final TimerWheel wheel = new TimerWheel(8);
    private final List<String> run = new ArrayList<>();

    @Test
    void shouldRunNothingBeforeItsTick() {
        add("a", 3);

        advance(2);
        assertThat(run).isEmpty();
        advance(3);
        assertThat(run).containsExactly("a");
    }

    @Test
    void shouldRunWhatIsDueTogetherInTheOrderInWhichItCame() {
        add("a", 3);
        add("b", 3);
        add("c", 2);

        advance(4);
        assertThat(run).containsExactly("c", "a", "b");
    }

    @Test
    void shouldRunNextWhatComesTooLate() {
        advance(5);
        add("in time", 7);
        assertThat(add("late", 4)).isTrue();

        advance(5);
        assertThat(run).containsExactly("late");
        advance(7);
        assertThat(run).containsExactly("late", "in time");
    }

    /** The permit with which the adder wakes the timer is taken if the timer parks elsewhere first, as an executor may do that it calls. */
    @Test
    void shouldNotSleepBesideWhatCameTooLate() {
        wheel.wakeUp();
        advance(5);
        assertThat(add("late", 4)).isTrue();

        assertThat(wheel.prepareSleep()).isEqualTo(TimerWheel.AWAKE);
        advance(5);
        assertThat(run).containsExactly("late");
        assertThat(wheel.prepareSleep()).isEqualTo(TimerWheel.NEVER);
    }

    @Test
    void shouldNotRunWhatIsAWholeTurnLater() {
        add("later", 9);

        advance(1);
        assertThat(run).isEmpty();
        advance(8);
        assertThat(run).isEmpty();
        advance(9);
        assertThat(run).containsExactly("later");
    }

    @Test
    void shouldRunAllAfterATimerThatSleptForManyTurns() {
        add("a", 2);
        add("b", 7);

        advance(1000);
        assertThat(run).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void shouldRunWhatIsPutBackAgainLater() {
        add("a", 1);
        add("b", 2);
        Timeout due = wheel.advance(2);
        add("c", 5);

        wheel.putBack(requireNonNull(due), 3);
        assertThat(wheel.prepareSleep()).isEqualTo(5);
        wheel.wakeUp();
        advance(4);
        assertThat(run).isEmpty();
        advance(5);
        assertThat(run).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void shouldNotRunWhatIsCancelled() {
        var timeout = new Timeout(() -> run.add("cancelled"), 3);
        wheel.add(timeout);

        assertThat(timeout.cancel(false)).isTrue();
        assertThat(timeout.isDone()).isTrue();
        assertThat(timeout.cancel(false)).isFalse();
        advance(3);
        assertThat(run).isEmpty();
        assertThat(wheel.prepareSleep()).isEqualTo(TimerWheel.NEVER);
    }

    @Test
    void shouldNotCancelWhatHasRun() {
        var timeout = new Timeout(() -> run.add("a"), 3);
        wheel.add(timeout);
        advance(3);

        assertThat(timeout.isDone()).isTrue();
        assertThat(timeout.cancel(false)).isFalse();
        assertThat(run).containsExactly("a");
    }

    @Test
    void shouldSleepUntilTheFirstTick() {
        assertThat(wheel.prepareSleep()).isEqualTo(TimerWheel.NEVER);
        assertThat(add("first", 7)).isTrue();
        wheel.wakeUp();
        add("a", 5);
        add("b", 3);
        assertThat(wheel.prepareSleep()).isEqualTo(3);
        wheel.wakeUp();
        advance(3);
        assertThat(wheel.prepareSleep()).isEqualTo(5);
    }

    @Test
    void shouldBeWokenForWhatIsDueBeforeItsSleepEnds() {
        wheel.wakeUp();
        assertThat(add("while it is awake", 5)).isFalse();
        assertThat(wheel.prepareSleep()).isEqualTo(5);
        assertThat(add("later", 6)).isFalse();
        assertThat(add("together", 5)).isFalse();
        assertThat(add("before", 4)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldRunEachOnceAndAtItsTick(long seed) {
        var random = new Random(seed);
        var expected = new TreeMap<Long, List<String>>();
        long now = 0;
        for (int step = 0; step < 10_000; step++) {
            if (random.nextInt(3) > 0) {
                long due = now + 1 + random.nextInt(7);
                String name = "timeout " + step;
                add(name, due);
                expected.computeIfAbsent(due, tick -> new ArrayList<>()).add(name);
            } else {
                now += random.nextInt(random.nextInt(50) == 0 ? 20 : 3);
                run.clear();
                advance(now);
                List<String> due = new ArrayList<>();
                var passed = expected.headMap(now, true);
                passed.values().forEach(due::addAll);
                passed.clear();
                assertThat(run).as("at tick " + now).containsExactlyInAnyOrderElementsOf(due);
            }
        }
    }

    private boolean add(String name, long tick) {
        return wheel.add(new Timeout(() -> run.add(name), tick));
    }

    private void advance(long tick) {
        for (Timeout timeout = wheel.advance(tick); timeout != null; timeout = timeout.next) {
            Runnable command = timeout.take();
            if (command != null) {
                command.run();
            }
        }
    }
}
