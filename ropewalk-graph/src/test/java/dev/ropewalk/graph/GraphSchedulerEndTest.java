package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ropewalk.graph.run.RunThreads;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.Resource;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.Signals;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs end whatever becomes of the scheduler on which they run, or of their own memory. */
@Timeout(60)
class GraphSchedulerEndTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @AutoClose
    private final Scheduler scheduler = Scheduler.builder().workers(2).build();

    @AutoClose
    private final Budget budget = Budget.builder().resource("calls", 1).build();

    private final GraphOptions options =
            GraphOptions.defaults().scheduler(scheduler).budget(budget);
    private final TaskGraphDraft builder = TaskGraph.draft();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    private static GraphResult resultOf(GraphRun run) throws InterruptedException {
        Optional<GraphResult> result = run.join(PATIENCE);
        assertThat(result).isPresent();
        return result.get();
    }

    @Test
    void shouldFailWithItsLastErrorWhatWaitsForAnotherAttempt() throws InterruptedException {
        Action<?> flaky = builder.run("flaky", context -> {
                    throw new IOException("down");
                })
                .retry(Retry.attempts(3).backOff(LONG, LONG));
        Arming threads = new Arming(RunThreads.of(scheduler));
        GraphRun run = builder.build().start(options, threads);
        Await.until("its timer is armed", () -> threads.armed.getCount() == 0);

        scheduler.close(Duration.ZERO);

        Throwable failure = resultOf(run).failures().get(flaky);
        assertThat(failure)
                .isInstanceOf(IOException.class)
                .hasSuppressedException(
                        new RejectedExecutionException("no attempt after 1: the scheduler of the run has closed"));
    }

    @Test
    void shouldFailWhatFailsWhenNoTimerCanBeArmed() throws InterruptedException {
        Action<?> flaky = builder.run("flaky", context -> {
                    begun.countDown();
                    goOn.await();
                    throw new IOException("down");
                })
                .demand(Demand.of("calls", 1))
                .retry(Retry.attempts(3).backOff(LONG, LONG));
        GraphRun run = builder.build().start(options);
        begun.await();
        scheduler.close(Duration.ZERO);
        goOn.countDown();

        assertThat(resultOf(run).failures().get(flaky)).isInstanceOf(IOException.class);
        assertThat(budget.available("calls")).isEqualTo(1);
    }

    @Test
    void shouldFailWhatCanNotBeLimitedInTime() throws InterruptedException {
        Action<?> first = builder.run("first", context -> {
            begun.countDown();
            goOn.await();
        });
        Action<?> second =
                builder.run("second", context -> {}).after(first).timeout(LONG).demand(Demand.of("calls", 1));
        GraphRun run = builder.build().start(options);
        begun.await();
        scheduler.close(Duration.ZERO);
        goOn.countDown();

        assertThat(resultOf(run).failures().get(second)).isInstanceOf(RejectedExecutionException.class);
        assertThat(budget.available("calls")).isEqualTo(1);
    }

    @Test
    void shouldGiveUpAStageWhoseTimeLimitNobodyKeepsAnyMore() throws InterruptedException {
        CompletableFuture<String> reply = new CompletableFuture<>();
        Action<?> call = builder.asyncAction("call", context -> {
                    begun.countDown();
                    return reply;
                })
                .timeout(LONG)
                .demand(Demand.of("calls", 1));
        GraphRun run = builder.build().start(options);
        begun.await();
        scheduler.close(Duration.ofSeconds(20));

        assertThat(resultOf(run).failures().get(call)).isInstanceOf(RejectedExecutionException.class);
        assertThat(reply.isCancelled()).isTrue();
        assertThat(budget.available("calls")).isEqualTo(1);
    }

    @Test
    void shouldTellTheListenerOfTheEnd() throws InterruptedException {
        List<GraphEvent> events = new CopyOnWriteArrayList<>();
        builder.run("failing", context -> {
                    throw new IOException("down");
                })
                .retry(Retry.attempts(3).backOff(LONG, LONG));
        GraphRun run = builder.build().start(options.listener(events::add));
        Await.until("it backs off", () -> run.snapshot().backingOff() == 1);

        scheduler.close(Duration.ZERO);
        GraphResult result = resultOf(run);

        Await.until("the listener has heard of the end", () -> events.contains(new GraphEvent.Ended(result)));
    }

    /** The timer has fired, and the scheduler closes before the thread is started. */
    @Test
    void shouldAbandonWhatATimerCanNotStart() throws InterruptedException {
        List<Runnable> timers = new ArrayList<>();
        ThreadFactory closed = task -> {
            throw new RejectedExecutionException("closed");
        };
        Scheduler closing = (Scheduler) Proxy.newProxyInstance(
                Scheduler.class.getClassLoader(),
                new Class<?>[] {Scheduler.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "newStrand" -> null;
                    case "isolatedThreadFactory" -> closed;
                    case "schedule" -> {
                        timers.add((Runnable) arguments[1]);
                        yield scheduler.schedule(scheduler.newStrand(), () -> {}, LONG);
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        CountDownLatch abandoned = new CountDownLatch(1);
        var ignored = RunThreads.of(closing).after(1, new Abandonable() {
            @Override
            public void run() {
                throw new AssertionError("no thread runs it");
            }

            @Override
            public void abandon() {
                abandoned.countDown();
            }
        });

        timers.getFirst().run();

        assertThat(abandoned.await(20, TimeUnit.SECONDS)).isTrue();
    }

    /** The threads of a run, which tell when a timer is armed. */
    private static final class Arming implements RunThreads {
        private final RunThreads threads;
        private final CountDownLatch armed = new CountDownLatch(1);

        Arming(RunThreads threads) {
            this.threads = threads;
        }

        @Override
        public void start(Runnable task) {
            threads.start(task);
        }

        @Override
        public long now() {
            return threads.now();
        }

        @Override
        public RandomGenerator random() {
            return threads.random();
        }

        @Override
        public Runnable after(long nanos, Abandonable task) {
            Runnable disarm = threads.after(nanos, task);
            armed.countDown();
            return disarm;
        }
    }

    /** The threads of a run in which something fails that never should. */
    private static final class Failing implements RunThreads {
        private final RunThreads jdk = RunThreads.unscheduled();

        @Override
        public void start(Runnable task) {
            jdk.start(task);
        }

        @Override
        public long now() {
            return jdk.now();
        }

        @Override
        public RandomGenerator random() {
            throw new OutOfMemoryError("a test");
        }

        @Override
        public Runnable after(long nanos, Abandonable task) {
            return jdk.after(nanos, task);
        }
    }

    @Test
    void shouldEndAfterAnErrorBetweenItsOwnSteps() throws InterruptedException {
        Demand call = Demand.of("calls", 1);
        builder.run("flaky", context -> {
                    throw new IOException("down");
                })
                .demand(call)
                .retry(Retry.attempts(3).backOff(LONG, LONG));
        builder.run("waiting", context -> {}).demand(call);
        GraphRun run = builder.build().start(GraphOptions.defaults().budget(budget), new Failing());
        Signals<ActionOutcome> signals = Signals.requesting(2);
        run.publisher().subscribe(signals);

        GraphResult result = resultOf(run);

        assertThat(result.isSuccess()).isFalse();
        assertThat(catchThrowable(result::orThrow))
                .isInstanceOf(GraphFailedException.class)
                .hasCauseInstanceOf(OutOfMemoryError.class);
        Await.until("its call is back", () -> budget.available("calls") == 1);
        assertThat(budget.stats().admission().waiting()).isZero();
        assertThat(signals.await("java.lang.OutOfMemoryError: a test")).hasSize(3);
    }

    @Test
    void shouldGoOnMeasuringForThoseWhoWaitForALiveResource() throws Exception {
        AtomicLong capacity = new AtomicLong();
        try (Budget live = Budget.builder()
                .scheduler(scheduler)
                .resource(Resource.live("live", capacity::get, Duration.ofMillis(1)))
                .build()) {
            CompletableFuture<Grant> waiting = live.acquireAsync(Demand.of("live", 1));
            scheduler.close(Duration.ofSeconds(20));
            capacity.set(1);

            waiting.get(20, TimeUnit.SECONDS).close();
        }
    }
}
