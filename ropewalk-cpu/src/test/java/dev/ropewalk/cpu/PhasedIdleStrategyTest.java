package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cpu.idle.Pause;
import dev.ropewalk.cpu.idle.PhasedIdleStrategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

class PhasedIdleStrategyTest {
    private final RecordingPause pause = new RecordingPause();

    @Test
    void shouldSpinForEver() {
        IdleStrategy idle = PhasedIdleStrategy.busySpin(pause);
        wait(idle, 1000);
        assertThat(pause.done).hasSize(1000).containsOnly("spin");
    }

    @Test
    void shouldSpinAndThenYieldForEver() {
        wait(PhasedIdleStrategy.yielding(pause, 3), 6);
        assertThat(pause.done).containsExactly("spin", "spin", "spin", "yield", "yield", "yield");
    }

    @Test
    void shouldYieldAtOnceWithoutSpins() {
        wait(PhasedIdleStrategy.yielding(pause, 0), 2);
        assertThat(pause.done).containsExactly("yield", "yield");
    }

    @Test
    void shouldBackOffBySpinsThenYieldsThenParksThatDoubleUpToTheMaximum() {
        wait(PhasedIdleStrategy.backOff(pause, 2, 7_000), 2 + 10 + 5);
        List<String> expected = new ArrayList<>(Collections.nCopies(2, "spin"));
        expected.addAll(Collections.nCopies(10, "yield"));
        expected.addAll(List.of("park 1000", "park 2000", "park 4000", "park 7000", "park 7000"));
        assertThat(pause.done).isEqualTo(expected);
    }

    @Test
    void shouldNotParkLongerThanTheMaximumWhenItIsShort() {
        wait(PhasedIdleStrategy.backOff(pause, 0, 1), 12);
        assertThat(pause.parks()).containsExactly("park 1", "park 1");
    }

    @Test
    void shouldDoubleParksWithoutOverflow() {
        wait(PhasedIdleStrategy.backOff(pause, 0, Long.MAX_VALUE), 10 + 100);
        List<String> parks = pause.parks();
        assertThat(parks).noneMatch(park -> park.contains("-"));
        assertThat(parks.getLast()).isEqualTo("park " + Long.MAX_VALUE);
    }

    @Test
    void shouldBeginAgainAfterWorkWasDone() {
        IdleStrategy idle = PhasedIdleStrategy.backOff(pause, 1, 1_000_000);
        wait(idle, 20);
        pause.done.clear();
        idle.idle(1);
        assertThat(pause.done).as("it doesn't wait when work was done").isEmpty();
        wait(idle, 12);
        assertThat(pause.done).startsWith("spin", "yield").endsWith("yield", "park 1000");
    }

    @Test
    void shouldParkForTheSameTimeAlways() {
        wait(PhasedIdleStrategy.parking(pause, 5_000), 3);
        assertThat(pause.done).containsExactly("park 5000", "park 5000", "park 5000");
    }

    @Test
    void shouldNameItselfAsTheBlockerOfItsParks() {
        IdleStrategy idle = PhasedIdleStrategy.parking(pause, 1);
        idle.idle();
        assertThat(pause.blockers).containsExactly(idle);
    }

    @Test
    void shouldSayWhatItDoes() {
        assertThat(Stream.of(
                                IdleStrategy.busySpin(),
                                IdleStrategy.yielding(),
                                IdleStrategy.yielding(0),
                                IdleStrategy.backOff(),
                                IdleStrategy.backOff(0, 500),
                                IdleStrategy.parking(20))
                        .map(Object::toString))
                .containsExactly(
                        "spin",
                        "spin 100 times, yield",
                        "yield",
                        "spin 100 times, yield 10 times, park for 1000 to 1000000 ns",
                        "yield 10 times, park for 500 ns",
                        "park for 20 ns");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE})
    void shouldRefuseNegativeSpins(int maxSpins) {
        assertThatThrownBy(() -> IdleStrategy.yielding(maxSpins))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxSpins must be zero or more, not " + maxSpins);
        assertThatThrownBy(() -> IdleStrategy.backOff(maxSpins, 1)).hasMessageContaining("not " + maxSpins);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRefuseParksThatAreNotPositive(long nanos) {
        assertThatThrownBy(() -> IdleStrategy.backOff(1, nanos))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxParkNanos must be above zero, not " + nanos);
        assertThatThrownBy(() -> IdleStrategy.parking(nanos))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parkNanos must be above zero, not " + nanos);
    }

    @Test
    void shouldKeepItsStateAwayFromOtherObjects() {
        ClassLayout layout = ClassLayout.parseClass(PhasedIdleStrategy.class);
        List<FieldLayout> state = layout.fields().stream()
                .filter(field -> field.hostClass().contains("Fields"))
                .toList();
        assertThat(state).hasSize(7).allSatisfy(field -> {
            assertThat(field.offset()).isGreaterThanOrEqualTo(128);
            assertThat(layout.instanceSize() - field.offset() - field.size()).isGreaterThanOrEqualTo(128);
        });
    }

    private static void wait(IdleStrategy idle, int times) {
        for (int i = 0; i < times; i++) {
            idle.idle(0);
        }
    }

    /** Writes down what it is asked to do, and does nothing. */
    private static final class RecordingPause implements Pause {
        private final List<String> done = new ArrayList<>();
        private final List<Object> blockers = new ArrayList<>();

        @Override
        public void spin() {
            done.add("spin");
        }

        @Override
        public void yieldCpu() {
            done.add("yield");
        }

        @Override
        public void park(Object blocker, long nanos) {
            done.add("park " + nanos);
            blockers.add(blocker);
        }

        private List<String> parks() {
            return done.stream().filter(step -> step.startsWith("park")).toList();
        }
    }
}
