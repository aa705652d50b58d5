package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulerBuilderTest {
    private static final Duration LONG = Duration.ofDays(100_000);

    static Stream<Arguments> illegalValues() {
        return Stream.of(
                number("workers", SchedulerBuilder::workers, 0),
                number("workers", SchedulerBuilder::workers, -1),
                number("workers", SchedulerBuilder::workers, 4097),
                number("workers", SchedulerBuilder::workers, Integer.MIN_VALUE),
                number("maxSpareWorkers", SchedulerBuilder::maxSpareWorkers, -1),
                number("maxSpareWorkers", SchedulerBuilder::maxSpareWorkers, 4097),
                number("taskBudget", SchedulerBuilder::taskBudget, 0),
                number("taskBudget", SchedulerBuilder::taskBudget, -256),
                number("stealsToRehome", SchedulerBuilder::stealsToRehome, 0),
                number("stealsToRehome", SchedulerBuilder::stealsToRehome, -3),
                time("maxWait", SchedulerBuilder::maxWait, Duration.ZERO),
                time("maxWait", SchedulerBuilder::maxWait, Duration.ofMillis(-7)),
                time("timeBudget", SchedulerBuilder::timeBudget, Duration.ZERO),
                time("timeBudget", SchedulerBuilder::timeBudget, Duration.ofNanos(-1)),
                time("stuckAfter", SchedulerBuilder::stuckAfter, Duration.ZERO),
                time("stuckAfter", SchedulerBuilder::stuckAfter, LONG.negated()),
                time("stealPrice", SchedulerBuilder::stealPrice, Duration.ofNanos(-1)),
                time("spin", SchedulerBuilder::spin, Duration.ofSeconds(-5)));
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("illegalValues")
    void shouldRefuseIllegalValuesAtOnceAndShowThem(
            String option, Function<SchedulerBuilder, SchedulerBuilder> call, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> call.apply(Scheduler.builder()))
                .withMessageContaining(option)
                .withMessageContaining(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t"})
    void shouldRefuseABlankName(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scheduler.builder().name(name))
                .withMessageContaining("'" + name + "'");
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void shouldNameWhatMustNotBeNull() {
        assertNull("name", builder -> builder.name(null));
        assertNull("maxWait", builder -> builder.maxWait(null));
        assertNull("timeBudget", builder -> builder.timeBudget(null));
        assertNull("stealPrice", builder -> builder.stealPrice(null));
        assertNull("spin", builder -> builder.spin(null));
        assertNull("stuckAfter", builder -> builder.stuckAfter(null));
        assertNull("uncaughtExceptionHandler", builder -> builder.uncaughtExceptionHandler(null));
    }

    @Test
    void shouldRunWithTheSmallestValues() {
        assertRuns(Scheduler.builder()
                .workers(1)
                .maxSpareWorkers(0)
                .taskBudget(1)
                .stealsToRehome(1)
                .maxWait(Duration.ofNanos(1))
                .timeBudget(Duration.ofNanos(1))
                .stuckAfter(Duration.ofNanos(1))
                .stealPrice(Duration.ZERO)
                .spin(Duration.ZERO));
    }

    @Test
    void shouldRunWithTheLargestTimes() {
        assertRuns(Scheduler.builder()
                .workers(2)
                .taskBudget(Integer.MAX_VALUE)
                .stealsToRehome(Integer.MAX_VALUE)
                .maxWait(LONG)
                .timeBudget(LONG)
                .stuckAfter(LONG)
                .stealPrice(LONG));
    }

    @Test
    void shouldRunWithMoreWorkersThanABitmapWordHolds() {
        assertRuns(Scheduler.builder().workers(130));
    }

    @Test
    void shouldRunWithWorkersPinnedToCpus() {
        try (var _ = new CapturedLog("dev.ropewalk.scheduler")) {
            assertRuns(Scheduler.builder().workers(2).pinWorkers(true));
        }
    }

    @Test
    void shouldHaveAWorkerForEachAllowedCpuByDefault() {
        try (Scheduler scheduler = Scheduler.create()) {
            assertThat(scheduler.workers()).isEqualTo(Runtime.getRuntime().availableProcessors());
        }
    }

    @Test
    void shouldNumberSchedulersWithoutName() {
        try (Scheduler one = Scheduler.create();
                Scheduler other = Scheduler.create()) {
            assertThat(one.toString()).contains("ropewalk-").isNotEqualTo(other.toString());
        }
    }

    @Test
    void shouldBeUsableAgain() {
        SchedulerBuilder builder = Scheduler.builder().workers(1);

        assertRuns(builder);
        assertRuns(builder.workers(3));
    }

    private static void assertRuns(SchedulerBuilder builder) {
        Scheduler scheduler = builder.build();
        for (Placement placement : Placement.values()) {
            Strand strand = scheduler.newStrand(placement);
            for (int i = 0; i < 1_000; i++) {
                strand.execute(() -> {});
            }
        }
        for (int i = 0; i < 1_000; i++) {
            scheduler.execute(() -> {});
        }

        assertThat(scheduler.close(Duration.ofSeconds(5)).isComplete()).isTrue();
        assertThat(scheduler.stats().tasks()).isEqualTo(4_000);
    }

    private static void assertNull(String option, Function<SchedulerBuilder, SchedulerBuilder> call) {
        assertThatNullPointerException()
                .isThrownBy(() -> call.apply(Scheduler.builder()))
                .withMessageContaining(option);
    }

    private static Arguments number(String option, Setter<Integer> setter, int value) {
        return Arguments.of(option, with(setter, value), Integer.toString(value));
    }

    private static Arguments time(String option, Setter<Duration> setter, Duration value) {
        return Arguments.of(option, with(setter, value), value.toString());
    }

    private static <T> Function<SchedulerBuilder, SchedulerBuilder> with(Setter<T> setter, T value) {
        return builder -> setter.set(builder, value);
    }

    private interface Setter<T> {
        SchedulerBuilder set(SchedulerBuilder builder, T value);
    }
}
