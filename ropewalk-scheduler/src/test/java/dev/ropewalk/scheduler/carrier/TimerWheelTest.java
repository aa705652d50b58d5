package dev.ropewalk.scheduler.carrier;

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

        wheel.advance(2);
        assertThat(run).isEmpty();
        wheel.advance(3);
        assertThat(run).containsExactly("a");
    }

    @Test
    void shouldRunWhatIsDueTogetherInTheOrderInWhichItCame() {
        add("a", 3);
        add("b", 3);
        add("c", 2);

        wheel.advance(4);
        assertThat(run).containsExactly("c", "a", "b");
    }

    @Test
    void shouldRunNextWhatComesTooLate() {
        wheel.advance(5);
        add("late", 4);

        wheel.advance(6);
        assertThat(run).containsExactly("late");
    }

    @Test
    void shouldNotRunWhatIsAWholeTurnLater() {
        add("later", 9);

        wheel.advance(1);
        assertThat(run).isEmpty();
        wheel.advance(8);
        assertThat(run).isEmpty();
        wheel.advance(9);
        assertThat(run).containsExactly("later");
    }

    @Test
    void shouldRunAllAfterATimerThatSleptForManyTurns() {
        add("a", 2);
        add("b", 7);

        wheel.advance(1000);
        assertThat(run).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void shouldRunTheOthersIfOneThrows() {
        wheel.add(
                () -> {
                    throw new IllegalStateException("thrown on purpose");
                },
                1);
        add("other", 1);

        Thread.currentThread()
                .setUncaughtExceptionHandler((thread, thrown) -> run.add(String.valueOf(thrown.getMessage())));
        try {
            wheel.advance(1);
        } finally {
            Thread.currentThread().setUncaughtExceptionHandler(null);
        }
        assertThat(run).containsExactly("thrown on purpose", "other");
    }

    @Test
    void shouldSleepUntilTheFirstTick() {
        assertThat(wheel.prepareSleep()).isEqualTo(TimerWheel.NEVER);
        wheel.wakeUp();
        add("a", 5);
        add("b", 3);
        assertThat(wheel.prepareSleep()).isEqualTo(3);
        wheel.wakeUp();
        wheel.advance(3);
        assertThat(wheel.prepareSleep()).isEqualTo(5);
    }

    @Test
    void shouldBeWokenForWhatIsDueBeforeItsSleepEnds() {
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
                wheel.advance(now);
                List<String> due = new ArrayList<>();
                var passed = expected.headMap(now, true);
                passed.values().forEach(due::addAll);
                passed.clear();
                assertThat(run).as("at tick " + now).containsExactlyInAnyOrderElementsOf(due);
            }
        }
    }

    private boolean add(String name, long tick) {
        return wheel.add(() -> run.add(name), tick);
    }
}
