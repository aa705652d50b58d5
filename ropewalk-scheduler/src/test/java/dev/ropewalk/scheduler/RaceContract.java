package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Promises that only a race can break, in loops. Each loop makes at least {@value #ROUNDS} rounds, and goes on for the time given
 * by {@code -Dropewalk.stress.seconds}.
 */
public abstract class RaceContract extends ExecutorConformance {
    private static final int ROUNDS = 20;
    private final long end =
            System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("ropewalk.stress.seconds", 0));

    protected RaceContract(ExecutorSubject subject) {
        super(subject);
    }

    private boolean goesOn(int round) {
        return round < ROUNDS || System.nanoTime() - end < 0;
    }

    /** What a future says that is done and was cancelled, one question at a time, while another thread is still about to cancel it. */
    @Test
    void shouldAgreeThatItWasCancelledInWhateverMomentItIsAsked() throws Exception {
        if (subject.isBounded()) {
            occupy();
        }
        Gate gate = newGate();
        for (int round = 0; goesOn(round); round++) {
            List<Future<Integer>> futures = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                futures.add(executor.submit(() -> {
                    gate.run();
                    return 1;
                }));
            }
            var canceller = new Call(() -> {
                futures.forEach(future -> future.cancel(true));
                return true;
            });
            for (int i = 0; i < futures.size(); i++) {
                Future<Integer> future = futures.get(i);
                while (!future.isDone()) {
                    Thread.onSpinWait();
                }
                switch (i % 3) {
                    case 0 -> assertThat(future.isCancelled()).isTrue();
                    case 1 -> assertThat(future.state()).isEqualTo(Future.State.CANCELLED);
                    default -> assertThat(outcomeOf(future)).isInstanceOf(CancellationException.class);
                }
            }
            assertThat(canceller.outcome()).isEqualTo(true);
        }
    }

    private static @Nullable Object outcomeOf(Future<?> future) {
        try {
            return future.get();
        } catch (ExecutionException | CancellationException | InterruptedException thrown) {
            return thrown;
        }
    }

    /** A future ends one way: that which cancel has returned, and all that is asked later agrees. */
    @Test
    void shouldEitherRunOrBeCancelled() throws Exception {
        unlessKnownToBreak(Promise.LEAVES_A_RESULT_ALONE);
        for (int round = 0; goesOn(round); round++) {
            List<Future<Integer>> futures = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                futures.add(executor.submit(() -> 7));
            }
            for (int i = 0; i < futures.size(); i++) {
                Future<Integer> future = futures.get(i);
                boolean cancelled = future.cancel(i % 2 == 0);
                assertThat(future.isDone()).isTrue();
                assertThat(future.isCancelled()).isEqualTo(cancelled);
                assertThat(future.state()).isEqualTo(cancelled ? Future.State.CANCELLED : Future.State.SUCCESS);
                if (cancelled) {
                    assertThat(outcomeOf(future)).isInstanceOf(CancellationException.class);
                } else {
                    assertThat(outcomeOf(future)).isEqualTo(7);
                }
            }
        }
    }

    /** "If two or more threads cause a task to be cancelled, then at least one of them returns true." */
    @Test
    void shouldTellOneCancellerAtLeastThatItHasCancelled() throws Exception {
        unlessKnownToBreak(Promise.LEAVES_A_RESULT_ALONE);
        for (int round = 0; goesOn(round); round++) {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                futures.add(executor.submit(() -> {}));
            }
            int[] byOther = new int[futures.size()];
            int[] byThis = new int[futures.size()];
            var other = new Call(() -> cancelAll(futures, byOther));
            boolean ignored = cancelAll(futures, byThis);
            assertThat(other.outcome()).isEqualTo(true);
            for (int i = 0; i < futures.size(); i++) {
                assertThat(byThis[i] + byOther[i] > 0).isEqualTo(futures.get(i).isCancelled());
            }
        }
    }

    private static boolean cancelAll(List<Future<?>> futures, int[] successes) {
        for (int i = 0; i < futures.size(); i++) {
            successes[i] = futures.get(i).cancel(true) ? 1 : 0;
        }
        return true;
    }

    /** The interrupt of a cancellation hits its own task or none. */
    @Test
    void shouldNotLetACancellersInterruptReachAnotherTask() throws Exception {
        unlessKnownToBreak(Promise.KEEPS_INTERRUPTS_TO_THEIR_TASK);
        var hit = new AtomicInteger();
        for (int round = 0; goesOn(round); round++) {
            List<Future<?>> cancelled = new ArrayList<>();
            List<Future<?>> others = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                cancelled.add(executor.submit(Thread::onSpinWait));
                others.add(executor.submit(() -> {
                    Thread.onSpinWait();
                    hit.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
                }));
            }
            cancelled.forEach(future -> future.cancel(true));
            for (Future<?> other : others) {
                assertThat((Object) get(other)).isNull();
            }
        }
        assertThat(hit).hasValue(0);
    }

    /** Done means done: a thread that finds a future done gets its result without time, and though interrupted. */
    @Test
    void shouldHaveItsResultOnceItIsDone() throws Exception {
        var failure = new IllegalStateException("as told");
        for (int round = 0; goesOn(round); round++) {
            List<Future<Integer>> futures = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                boolean fails = i % 2 == 1;
                futures.add(executor.submit(() -> {
                    if (fails) {
                        throw failure;
                    }
                    return 7;
                }));
            }
            for (int i = 0; i < futures.size(); i++) {
                Future<Integer> future = futures.get(i);
                while (!future.isDone()) {
                    Thread.onSpinWait();
                }
                if (i % 3 == 0) {
                    Thread.currentThread().interrupt();
                }
                Object came = outcomeWithoutTime(future);
                assertThat(Thread.interrupted()).isEqualTo(i % 3 == 0);
                if (i % 2 == 0) {
                    assertThat(came).isEqualTo(7);
                } else {
                    assertThat(came).isInstanceOf(ExecutionException.class);
                }
            }
        }
    }

    private static Object outcomeWithoutTime(Future<Integer> future) {
        try {
            return future.get(-1, TimeUnit.DAYS);
        } catch (Exception thrown) {
            return thrown;
        }
    }

    /**
     * Stopping misses no task: each one that has begun is interrupted, and each other one never begins. A task that is missed waits
     * for ever.
     */
    @Test
    void shouldInterruptEveryTaskThatHasBegunWhenItIsStopped() throws Exception {
        for (int round = 0; goesOn(round); round++) {
            ExecutorService stopped = open();
            var begun = new AtomicInteger();
            for (int i = 0; i < 300; i++) {
                stopped.execute(() -> {
                    begun.incrementAndGet();
                    if (stopped.isShutdown()) {
                        waitForInterrupt();
                    }
                });
            }
            int until = round * 7 % 250;
            while (begun.get() < until) {
                Thread.onSpinWait();
            }
            int left = stopped.shutdownNow().size();
            assertThat(stopped.awaitTermination(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .as("no task was missed in round %d", round)
                    .isTrue();
            if (!subject.broken().contains(Promise.LOSES_NOTHING_AT_ITS_END)) {
                assertThat(begun.get() + left).isEqualTo(300);
            }
            subject.dispose(stopped);
        }
    }

    private static void waitForInterrupt() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A thread that sees the end sees the ends of all tasks. */
    @Test
    void shouldHaveEndedAllTasksOnceItIsTerminated() throws Exception {
        for (int round = 0; goesOn(round); round++) {
            ExecutorService ending = open();
            var ended = new AtomicInteger();
            for (int i = 0; i < 50; i++) {
                ending.execute(ended::incrementAndGet);
            }
            ending.shutdown();
            if (round % 2 == 0) {
                assertThat(ending.awaitTermination(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
            } else {
                await("it ends", ending::isTerminated);
            }
            assertThat(ended).hasValue(50);
            subject.dispose(ending);
        }
    }

    /** A getter is told, however its wait and the end of the task meet. */
    @Test
    void shouldTellAGetterThatComesAsTheTaskEnds() throws Exception {
        for (int round = 0; goesOn(round); round++) {
            for (int i = 0; i < 20; i++) {
                Future<Integer> future = executor.submit(() -> {
                    Thread.onSpinWait();
                    return 7;
                });
                assertThat(future.get()).isEqualTo(7);
            }
        }
    }

    /** All tasks have run or been cancelled when their common time is up, and none runs on. */
    @Test
    void shouldEndAllTasksWhoseCommonTimeIsUp() throws Exception {
        for (int round = 0; goesOn(round); round++) {
            List<Callable<Integer>> tasks = Collections.nCopies(10, () -> 7);
            for (Future<Integer> future : executor.invokeAll(tasks, round % 5, TimeUnit.MICROSECONDS)) {
                assertThat(future.state()).isIn(Future.State.SUCCESS, Future.State.CANCELLED);
            }
        }
    }
}
