package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Timers whose strand is busy when they are due. */
class BusyTimerTest {
    private static final Duration PERIOD = Duration.ofMillis(2);

    private final WorkStealingScheduler scheduler = RealScheduler.of(2);
    private final Strand strand = scheduler.newStrand();
    private final Gate gate = new Gate();
    private final AtomicInteger ticks = new AtomicInteger();

    @BeforeEach
    void occupyStrand() {
        strand.execute(gate);
        gate.awaitEntered();
    }

    @AfterEach
    void close() {
        gate.open();
        RealScheduler.close(scheduler);
    }

    @Test
    void shouldSkipTheTicksThatComeWhileOneWaits() {
        var ticksBefore = new AtomicInteger(-1);
        Timer timer = scheduler.scheduleAtFixedRate(strand, ticks::incrementAndGet, Duration.ZERO, PERIOD);
        passPeriods(20);
        strand.execute(() -> ticksBefore.set(ticks.get()));

        gate.open();

        Await.until("the strand has come to its end", () -> ticksBefore.get() >= 0);
        assertThat(ticksBefore)
                .as("ticks before what was submitted twenty periods later")
                .hasValue(1);
        Await.until("it goes on ticking", () -> ticks.get() > 3);
        timer.cancel();
    }

    @Test
    void shouldSkipTheTicksThatComeWhileOneRuns() {
        var slow = new Gate();
        var marked = new AtomicInteger(-1);
        Timer timer = scheduler.scheduleAtFixedRate(
                strand,
                () -> {
                    ticks.incrementAndGet();
                    slow.run();
                },
                Duration.ZERO,
                PERIOD);
        gate.open();
        slow.awaitEntered();
        passPeriods(20);
        strand.execute(() -> marked.set(ticks.get()));

        slow.open();

        Await.until("the strand has come to its end", () -> marked.get() >= 0);
        assertThat(marked).hasValue(1);
        Await.until("it goes on ticking", () -> ticks.get() > 3);
        timer.cancel();
    }

    @Test
    void shouldNotRunASubmittedTickThatWasCancelledBeforeItBegan() {
        Timer repeated = scheduler.scheduleAtFixedRate(strand, ticks::incrementAndGet, Duration.ZERO, PERIOD);
        Timer single = scheduler.schedule(strand, ticks::incrementAndGet, Duration.ZERO);
        passPeriods(3);

        assertThat(single.isDone()).isFalse();
        assertThat(single.cancel()).isTrue();
        assertThat(repeated.cancel()).isTrue();
        assertThat(single.cancel()).isFalse();
        gate.open();

        Held.threadOf(strand);
        assertThat(ticks).hasValue(0);
    }

    @Test
    void shouldStopARepeatedTimerThatIsCancelledWhileItsTaskRuns() {
        var running = new Gate();
        Timer timer = scheduler.scheduleAtFixedRate(
                strand,
                () -> {
                    ticks.incrementAndGet();
                    running.run();
                },
                Duration.ZERO,
                PERIOD);
        gate.open();
        running.awaitEntered();

        assertThat(timer.cancel()).isTrue();
        running.open();

        passPeriods(5);
        Held.threadOf(strand);
        assertThat(ticks).hasValue(1);
    }

    @Test
    void shouldKeepOtherTimersInTimeBesideOneWhoseStrandIsBusy() {
        var ran = new AtomicBoolean();
        scheduler.schedule(strand, ticks::incrementAndGet, Duration.ZERO);

        scheduler.schedule(scheduler.newStrand(), () -> ran.set(true), PERIOD);

        Await.until("the other has run", ran::get);
        assertThat(ticks).hasValue(0);
    }

    /** Lets the monitor come round to the timers a number of times. */
    private void passPeriods(int periods) {
        var clock = new AtomicInteger();
        Timer timer = scheduler.scheduleAtFixedRate(
                scheduler.newStrand(Placement.FREE), clock::incrementAndGet, PERIOD, PERIOD);
        Await.until(periods + " periods have passed", () -> clock.get() >= periods);
        timer.cancel();
    }
}
