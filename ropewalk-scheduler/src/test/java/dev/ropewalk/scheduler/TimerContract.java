package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Timers. */
public abstract class TimerContract extends SchedulerContract {
    private static final Duration FOREVER = Duration.ofDays(100_000);

    protected TimerContract(Subject subject) {
        super(subject);
    }

    @Test
    void shouldRunASingleTimerOnceOnItsStrandAndNotTooSoon() {
        Strand strand = scheduler.newStrand();
        List<Boolean> current = new CopyOnWriteArrayList<>();
        List<Long> at = new CopyOnWriteArrayList<>();
        long start = scheduler.nanoTime();

        Timer timer = scheduler.schedule(
                strand,
                () -> {
                    at.add(scheduler.nanoTime());
                    current.add(strand.isCurrent());
                },
                Duration.ofMillis(20));

        await("it has run", () -> !current.isEmpty());
        assertThat(at.getFirst() - start)
                .isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
        assertThat(current).containsExactly(true);
        assertThat(timer.isDone()).isTrue();
        assertThat(timer.cancel()).isFalse();
        awaitTicks(20);
        assertThat(current).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRunATimerThatIsDueAlreadyAsSoonAsPossible(long seconds) {
        var ran = new AtomicBoolean();

        scheduler.schedule(scheduler.newStrand(), () -> ran.set(true), Duration.ofSeconds(seconds));

        await("it has run", ran::get);
    }

    @Test
    void shouldRunTimersInTheOrderOfTheirTimes() {
        Duration unit = Duration.ofMillis(50);
        while (!runInOrder(unit)) {
            unit = unit.multipliedBy(2);
        }
    }

    /** Returns false if the delays were too short to make an order, as it took so long to arm the timers. */
    private boolean runInOrder(Duration unit) {
        Strand strand = scheduler.newStrand();
        List<Integer> order = new CopyOnWriteArrayList<>();
        long begin = scheduler.nanoTime();
        for (int units : new int[] {3, 1, 2, 0}) {
            scheduler.schedule(strand, () -> order.add(units), unit.multipliedBy(units));
        }
        boolean soonEnough = scheduler.nanoTime() - begin < unit.toNanos();
        await("all have run", () -> order.size() == 4);
        if (soonEnough) {
            assertThat(order).containsExactly(0, 1, 2, 3);
        }
        return soonEnough;
    }

    @Test
    void shouldRepeatAFixedRateAndNeverTooSoon() {
        List<Long> at = new CopyOnWriteArrayList<>();
        long start = scheduler.nanoTime();

        Timer timer = scheduler.scheduleAtFixedRate(
                scheduler.newStrand(),
                () -> at.add(scheduler.nanoTime() - start),
                Duration.ofMillis(20),
                Duration.ofMillis(10));

        await("ten ticks", () -> at.size() >= 10);
        assertThat(timer.isDone()).isFalse();
        assertThat(timer.cancel()).isTrue();
        for (int i = 0; i < 10; i++) {
            assertThat(at.get(i))
                    .isGreaterThanOrEqualTo(Duration.ofMillis(20 + 10 * i).toNanos());
        }
    }

    /** The strand itself arms and cancels, so that no timer can begin in between however slow that is. */
    @Test
    void shouldNotRunATimerThatWasCancelledBefore() {
        Strand strand = scheduler.newStrand();
        var ran = new AtomicInteger();
        List<Boolean> answers = new CopyOnWriteArrayList<>();

        strand.execute(() -> {
            Duration delay = Duration.ofMillis(30);
            Timer single = scheduler.schedule(strand, ran::incrementAndGet, delay);
            Timer repeated = scheduler.scheduleAtFixedRate(strand, ran::incrementAndGet, delay, Duration.ofMillis(5));
            for (Timer timer : List.of(single, repeated)) {
                answers.addAll(List.of(timer.isDone(), timer.cancel(), timer.cancel(), timer.isDone()));
            }
        });

        await("both are cancelled", () -> answers.size() == 8);
        assertThat(answers).containsExactly(false, true, false, true, false, true, false, true);
        awaitTicks(60);
        assertThat(ran).hasValue(0);
    }

    @Test
    void shouldStopARepeatedTimerFromItsOwnTask() {
        List<Timer> timer = new CopyOnWriteArrayList<>();
        List<Boolean> cancelled = new CopyOnWriteArrayList<>();
        Strand strand = scheduler.newStrand();

        strand.execute(() -> timer.add(scheduler.scheduleAtFixedRate(
                strand, () -> cancelled.add(timer.getFirst().cancel()), Duration.ZERO, Duration.ofMillis(1))));

        await("it has ticked", () -> !cancelled.isEmpty());
        awaitTicks(20);
        assertThat(cancelled).containsExactly(true);
        assertThat(timer.getFirst().isDone()).isTrue();
    }

    @Test
    void shouldSayThatASingleTimerIsDoneInItsOwnTask() {
        List<Timer> timer = new CopyOnWriteArrayList<>();
        List<Boolean> answers = new CopyOnWriteArrayList<>();
        Strand strand = scheduler.newStrand();

        strand.execute(() -> timer.add(scheduler.schedule(
                strand,
                () -> {
                    answers.add(timer.getFirst().isDone());
                    answers.add(timer.getFirst().cancel());
                },
                Duration.ZERO)));

        await("it has run", () -> answers.size() == 2);
        assertThat(answers).containsExactly(true, false);
    }

    @Test
    void shouldAcceptDelaysLongerThanAnyClock() {
        Strand strand = scheduler.newStrand();
        var ran = new AtomicInteger();
        List<Timer> timers = new ArrayList<>();

        for (Duration delay : List.of(FOREVER, Duration.ofSeconds(Long.MAX_VALUE))) {
            timers.add(scheduler.schedule(strand, ran::incrementAndGet, delay));
            timers.add(scheduler.scheduleAtFixedRate(strand, ran::incrementAndGet, delay, delay));
        }
        awaitTicks(20);

        assertThat(ran).hasValue(0);
        assertThat(timers).allMatch(Timer::cancel);
    }

    @Test
    void shouldTickOnceIfThePeriodIsLongerThanAnyClock() {
        var ran = new AtomicInteger();

        scheduler.scheduleAtFixedRate(scheduler.newStrand(), ran::incrementAndGet, Duration.ZERO, FOREVER);
        await("it has ticked", () -> ran.get() > 0);
        awaitTicks(20);

        assertThat(ran).hasValue(1);
    }

    @Test
    void shouldRunExactlyTheTimersThatWereNotCancelled() {
        Strand strand = scheduler.newStrand();
        boolean[] ran = new boolean[2_000];
        var count = new AtomicInteger();
        List<Timer> timers = new ArrayList<>();

        for (int i = 0; i < ran.length; i++) {
            int number = i;
            timers.add(scheduler.schedule(
                    strand,
                    () -> {
                        ran[number] = true;
                        count.incrementAndGet();
                    },
                    Duration.ofMillis(1 + scheduler.random().nextInt(200))));
        }
        boolean[] cancelled = new boolean[ran.length];
        for (int i = 0; i < ran.length; i += 2) {
            cancelled[i] = timers.get(i).cancel();
        }

        await("all are done", () -> timers.stream().allMatch(Timer::isDone));
        awaitTicks(3);
        awaitIdle(strand);
        for (int i = 0; i < ran.length; i++) {
            assertThat(ran[i]).as("timer %d ran", i).isNotEqualTo(cancelled[i]);
        }
    }

    @Test
    void shouldRefuseAStrandOfAnotherScheduler() {
        Scheduler other = create("other", 1);
        Strand foreign = other.newStrand();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheduler.schedule(foreign, () -> {}, Duration.ZERO))
                .withMessageContaining("another scheduler")
                .withMessageContaining(foreign.toString())
                .withMessageContaining("contract");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheduler.scheduleAtFixedRate(foreign, () -> {}, Duration.ZERO, Duration.ofMillis(1)))
                .withMessageContaining("another scheduler");
        other.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, -1_000_000_007})
    void shouldRefuseAPeriodThatIsNotAboveZero(long nanos) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheduler.scheduleAtFixedRate(
                        scheduler.newStrand(), () -> {}, Duration.ZERO, Duration.ofNanos(nanos)))
                .withMessageContaining("period")
                .withMessageContaining(Duration.ofNanos(nanos).toString());
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void shouldNameWhatMustNotBeNullInATimer() {
        Strand strand = scheduler.newStrand();
        Duration second = Duration.ofSeconds(1);

        assertThatNullPointerException()
                .isThrownBy(() -> scheduler.schedule(strand, null, second))
                .withMessageContaining("task");
        assertThatNullPointerException()
                .isThrownBy(() -> scheduler.schedule(null, () -> {}, second))
                .withMessageContaining("strand");
        assertThatNullPointerException()
                .isThrownBy(() -> scheduler.schedule(strand, () -> {}, null))
                .withMessageContaining("delay");
        assertThatNullPointerException()
                .isThrownBy(() -> scheduler.scheduleAtFixedRate(strand, null, second, second))
                .withMessageContaining("task");
        assertThatNullPointerException()
                .isThrownBy(() -> scheduler.scheduleAtFixedRate(strand, () -> {}, second, null))
                .withMessageContaining("period");
    }

    /** Lets a number of milliseconds of the scheduler's time pass, during which timers tick. */
    private void awaitTicks(int millis) {
        var ticks = new AtomicInteger();
        long until = scheduler.nanoTime() + Duration.ofMillis(millis).toNanos();
        Timer clock = scheduler.scheduleAtFixedRate(
                scheduler.newStrand(), ticks::incrementAndGet, Duration.ZERO, Duration.ofMillis(1));
        await("the clock has ticked", () -> ticks.get() >= 3 && scheduler.nanoTime() - until >= 0);
        clock.cancel();
    }
}
