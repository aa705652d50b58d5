package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A thread that a simulation doesn't control and that uses what belongs to it. */
class ForeignThreadTest {
    /** What the foreign thread does. */
    private interface Use {
        void use(Scheduler scheduler, Future<?> later);
    }

    private static void shouldBeRefused(Use use) {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(SimulationOptions.defaults().runs(1), simulation -> {
                    Scheduler scheduler = simulation.scheduler();
                    Future<?> later = scheduler.asExecutorService().schedule(() -> {}, 1, TimeUnit.HOURS);
                    var refused = new AtomicReference<@Nullable Throwable>();
                    var done = new CountDownLatch(1);
                    Thread foreign = Thread.ofPlatform().unstarted(() -> {
                        try {
                            use.use(scheduler, later);
                        } catch (IllegalStateException e) {
                            refused.set(e);
                        }
                        done.countDown();
                    });
                    foreign.start();
                    awaitInRealTime(done);
                    Throwable thrown = refused.get();
                    if (thrown != null) {
                        throw new AssertionError("refused: " + thrown.getMessage(), thrown);
                    }
                }))
                .withMessageContaining(
                        "which the simulation doesn't control; start threads by the simulation's scheduler");
    }

    /** Polls, since a wait would be the simulation's. */
    private static void awaitInRealTime(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldNotDrawNumbers() {
        shouldBeRefused((scheduler, later) -> scheduler.random().nextInt(10));
    }

    @Test
    void shouldNotMakeStrands() {
        shouldBeRefused((scheduler, later) -> scheduler.newStrand());
    }

    @Test
    void shouldNotStartThreads() {
        shouldBeRefused((scheduler, later) ->
                scheduler.threadFactory().newThread(() -> {}).start());
    }

    @Test
    void shouldNotCancelTasks() {
        shouldBeRefused((scheduler, later) -> later.cancel(false));
    }

    @Test
    void shouldNotSubmitTasks() {
        shouldBeRefused((scheduler, later) -> scheduler.execute(() -> {}));
    }
}
