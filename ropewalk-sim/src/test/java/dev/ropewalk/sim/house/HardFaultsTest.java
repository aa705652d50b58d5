package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphResult;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.TaskOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every model while holders of permits never come back, memory runs out, and the clock jumps: what is lost is lost once, waits with a
 * limit end, and nothing happens before its time.
 */
class HardFaultsTest {
    private static final int THREADS = 3;
    private static final int EACH = 3;
    private static final Duration SOON = Duration.ofMillis(5);
    private static final Duration LONG = Duration.ofMinutes(1);

    private interface Attempt {
        void run(int number) throws Exception;
    }

    /** Lets threads do something a number of times each; what comes back counts those that have ended. */
    private static AtomicInteger start(Simulation simulation, Attempt attempt) {
        var ended = new AtomicInteger();
        for (int thread = 0; thread < THREADS; thread++) {
            int first = thread * EACH;
            Worlds.start(simulation, "thread " + thread, () -> {
                for (int number = first; number < first + EACH; number++) {
                    attempt.run(number);
                }
                ended.incrementAndGet();
            });
        }
        return ended;
    }

    // Holders that never come back

    @Test
    void shouldLoseOnePermitAtMostForEachHolderThatNeverComesBack() {
        Worlds.check(
                faults -> faults.fault(Fault.LOST_PERMIT, 5)
                        .fault(Fault.CLOCK_JUMP, 5)
                        .fault(Fault.INTERRUPT, 20),
                simulation -> {
                    int limit = 2;
                    Limiter limiter = Limiter.fixed(limit).build();
                    int[] inside = new int[1];
                    AtomicInteger ended = start(simulation, number -> {
                        try {
                            Optional<Permit> permit = limiter.tryAcquire(SOON);
                            if (permit.isPresent()) {
                                assertThat(++inside[0]).isLessThanOrEqualTo(limit);
                                Simulation.point(inside);
                                inside[0]--;
                                permit.get().succeed();
                            }
                        } catch (InterruptedException e) {
                            Simulation.point(limiter);
                        }
                    });
                    simulation.run();
                    simulation.endFaults();
                    boolean ignored = Thread.interrupted();
                    int lost = (int) limiter.stats().inFlight();
                    simulation.sometimes("a permit is lost", lost > 0);
                    assertThat(lost).isBetween(0, THREADS - ended.get());
                    for (int left = limit; left > lost; left--) {
                        assertThat(limiter.tryAcquire()).isPresent();
                    }
                    assertThat(limiter.tryAcquire()).isEmpty();
                    assertThat(limiter.tryAcquire(SOON)).isEmpty();
                });
    }

    @Test
    void shouldLoseOneGrantAtMostForEachHolderThatNeverComesBack() {
        Worlds.check(
                faults -> faults.fault(Fault.LOST_PERMIT, 5)
                        .fault(Fault.CLOCK_JUMP, 5)
                        .fault(Fault.INTERRUPT, 20),
                simulation -> {
                    Budget budget = Budget.builder()
                            .resource("memory", 5)
                            .resource("calls", 2)
                            .build();
                    Demand demand = Demand.of("memory", 2).and("calls", 1);
                    AtomicInteger ended = start(simulation, number -> {
                        try {
                            Optional<Grant> grant = budget.tryAcquire(demand, SOON);
                            if (grant.isPresent()) {
                                grant.get().release("calls");
                                Simulation.point(budget);
                                grant.get().close();
                            }
                        } catch (InterruptedException e) {
                            Simulation.point(budget);
                        }
                    });
                    simulation.run();
                    simulation.endFaults();
                    boolean ignored = Thread.interrupted();
                    int lost = THREADS - ended.get();
                    simulation.sometimes("a grant is lost", lost > 0);
                    // What is set aside for a waiter that is lost counts, too.
                    assertThat(budget.available("memory")).isBetween(Math.max(0, 5L - 2L * lost), 5L);
                    assertThat(budget.available("calls")).isBetween(Math.max(0, 2L - lost), 2L);
                    budget.tryAcquire(demand, SOON).ifPresent(Grant::close);
                    CompletableFuture<Grant> waiting = budget.acquireAsync(Demand.of("memory", 5));
                    budget.close();
                    assertThat(waiting).isDone();
                });
    }

    // No memory

    @Test
    void shouldTakeNothingForAFutureThatFindsNoMemory() {
        Worlds.check(faults -> faults.fault(Fault.ALLOCATION_FAILURE, 3), simulation -> {
            Limiter limiter = Limiter.fixed(2).build();
            Budget budget = Budget.builder().resource("memory", 3).build();
            AtomicInteger ended = start(simulation, number -> {
                try {
                    var _ = limiter.acquireAsync().thenAccept(Permit::succeed);
                    var _ = budget.acquireAsync(Demand.of("memory", 2)).thenAccept(Grant::close);
                } catch (OutOfMemoryError noMemory) {
                    Simulation.point(limiter);
                }
            });
            simulation.run();
            assertThat(ended).hasValue(THREADS);
            assertThat(limiter.stats().inFlight()).isZero();
            assertThat(budget.available("memory")).isEqualTo(3);
        });
    }

    @Test
    void shouldDrainEachElementOnceThoughMemoryRunsOut() {
        Worlds.check(faults -> faults.fault(Fault.ALLOCATION_FAILURE, 3), simulation -> {
            Channel<Integer> channel = Channel.buffered(2);
            List<Integer> drained = new ArrayList<>();
            AtomicInteger ended = start(simulation, channel::send);
            Worlds.start(simulation, "drain", () -> {
                while (drained.size() < THREADS * EACH) {
                    try {
                        channel.drainTo(drained, 2);
                    } catch (OutOfMemoryError noMemory) {
                        simulation.reachable("no memory");
                    }
                    simulation.runFor(SOON);
                }
            });
            simulation.run();
            assertThat(ended).hasValue(THREADS);
            assertThat(drained).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"FAIL", "BLOCK"})
    void shouldKeepNoPlaceOfAMailboxForAMessageThatFoundNoMemory(OverflowPolicy policy) {
        Worlds.check(HardFaultsTest::ofMailboxes, simulation -> {
            ActorSystem system = ActorSystem.builder("world")
                    .scheduler(simulation.scheduler())
                    .build();
            var letters = new AtomicInteger();
            system.events()
                    .subscribe(
                            DeadLetter.class, system.<DeadLetter>spawn(context -> letter -> letters.incrementAndGet()));
            var handled = new AtomicInteger();
            ActorRef<Integer> actor = system.spawn(
                    ActorOptions.defaults().name("box").mailbox(Mailbox.bounded(2, policy)),
                    context -> message -> handled.incrementAndGet());
            var told = new AtomicInteger();
            AtomicInteger ended = start(simulation, number -> {
                try {
                    if (actor.tryTell(number)) {
                        told.incrementAndGet();
                    }
                } catch (OutOfMemoryError noMemory) {
                    Simulation.point(actor);
                }
            });
            simulation.run();
            simulation.endFaults();
            assertThat(ended).hasValue(THREADS);
            assertThat(handled).hasValueLessThanOrEqualTo(THREADS * EACH);
            assertThat(handled.get() + letters.get()).isGreaterThanOrEqualTo(told.get());
            int before = handled.get();
            assertThat(actor.tryTell(100)).isTrue();
            assertThat(actor.tryTell(101)).isTrue();
            simulation.runFor(LONG);
            assertThat(handled).hasValue(before + 2);
            assertThat(system.close(LONG).isComplete()).isTrue();
        });
    }

    private static SimulationOptions ofMailboxes(SimulationOptions options) {
        SimulationOptions faults = options.fault(Fault.CLOCK_JUMP, 5);
        for (int count : new int[] {1, 2, 4}) {
            faults = faults.faultAt(Fault.ALLOCATION_FAILURE, "/box", count);
        }
        return faults;
    }

    @Test
    void shouldHandleOrFailEachEventThatWaitsForRoomWithoutMemory() {
        Worlds.check(faults -> faults.fault(Fault.ALLOCATION_FAILURE, 2).fault(Fault.MOVE, 5), simulation -> {
            var handled = new AtomicInteger();
            Pipeline<long[]> pipeline = Pipeline.builder(() -> new long[1])
                    .capacity(2)
                    .scheduler(simulation.scheduler())
                    .stage("stage", (event, sequence, endOfBatch) -> handled.incrementAndGet())
                    .build();
            List<CompletableFuture<Long>> published = new ArrayList<>();
            start(
                    simulation,
                    number -> published.add(
                            pipeline.publishAsync((event, sequence) -> event[0] = number, simulation.scheduler())));
            simulation.run();
            assertThat(published).hasSize(THREADS * EACH).allMatch(CompletableFuture::isDone);
            assertThat(published.stream().filter(future -> !future.isCompletedExceptionally()))
                    .hasSize(handled.get());
            assertThat(pipeline.close(LONG).isComplete()).isTrue();
        });
    }

    // A clock that jumps

    @Test
    void shouldBringWhatWasSentOrSayThatItIsTooLate() {
        Worlds.check(faults -> faults.fault(Fault.CLOCK_JUMP, 2), simulation -> {
            Channel<Integer> channel = Channel.rendezvous();
            List<Integer> sent = new ArrayList<>();
            List<Integer> received = new ArrayList<>();
            AtomicInteger senders = start(simulation, number -> {
                Duration begin = simulation.time();
                if (channel.send(number, SOON)) {
                    sent.add(number);
                } else {
                    assertThat(simulation.time().minus(begin)).isGreaterThanOrEqualTo(SOON);
                }
            });
            AtomicInteger receivers = start(simulation, number -> {
                Duration begin = simulation.time();
                Optional<Integer> element = channel.receive(SOON);
                element.ifPresent(received::add);
                if (element.isEmpty()) {
                    assertThat(simulation.time().minus(begin)).isGreaterThanOrEqualTo(SOON);
                }
            });
            simulation.run();
            assertThat(senders).hasValue(THREADS);
            assertThat(receivers).hasValue(THREADS);
            assertThat(received).containsExactlyInAnyOrderElementsOf(sent);
        });
    }

    @Test
    void shouldFireEachTimerOfAnActorOnceAndNotBeforeItsTime() {
        Worlds.check(faults -> faults.fault(Fault.CLOCK_JUMP, 2).fault(Fault.MOVE, 5), simulation -> {
            ActorSystem system = ActorSystem.builder("world")
                    .scheduler(simulation.scheduler())
                    .build();
            List<Integer> fired = new ArrayList<>();
            ActorRef<Integer> actor = system.spawn(context -> {
                for (int seconds = 1; seconds <= EACH; seconds++) {
                    context.timers().startSingle(seconds, seconds, Duration.ofSeconds(seconds));
                }
                return seconds -> {
                    assertThat(simulation.time()).isGreaterThanOrEqualTo(Duration.ofSeconds(seconds));
                    fired.add(seconds);
                };
            });
            CompletableFuture<Object> answer = actor.ask(asker -> 0, SOON);
            simulation.run();
            assertThat(answer).isCompletedExceptionally();
            assertThat(fired).containsExactlyInAnyOrder(0, 1, 2, 3);
            assertThat(system.close(LONG).isComplete()).isTrue();
        });
    }

    @Test
    void shouldRunEachTaskOrSayThatItIsTooLate() {
        Worlds.check(faults -> faults.fault(Fault.CLOCK_JUMP, 2).fault(Fault.FULL, 5), simulation -> {
            BoundedExecutor executor = BoundedExecutor.builder(1).build();
            var ran = new AtomicInteger();
            List<Future<?>> futures = new ArrayList<>();
            start(
                    simulation,
                    number -> futures.add(executor.submit(
                            () -> {
                                ran.incrementAndGet();
                                simulation.scheduler().parkNanos(simulation, SOON.toNanos());
                            },
                            TaskOptions.defaults().deadline(SOON))));
            simulation.run();
            assertThat(futures).hasSize(THREADS * EACH).allMatch(Future::isDone);
            assertThat(futures.stream().filter(future -> future.state() == Future.State.SUCCESS))
                    .hasSize(ran.get());
            executor.close();
            assertThat(executor.isTerminated()).isTrue();
        });
    }

    @Test
    void shouldEndTheActionsOfAGraphByTheirTimeouts() {
        Worlds.check(faults -> faults.fault(Fault.CLOCK_JUMP, 2).fault(Fault.ALLOCATION_FAILURE, 4), simulation -> {
            Budget budget = Budget.builder().resource("memory", 2).build();
            TaskGraphDraft draft = TaskGraph.draft();
            var ran = new AtomicInteger();
            for (int i = 0; i < EACH; i++) {
                draft.asyncAction("never " + i, context -> new CompletableFuture<String>())
                        .demand(Demand.of("memory", 1))
                        .timeout(Duration.ofMinutes(1));
                draft.action("waits " + i, context -> ran.incrementAndGet()).demand(Demand.of("memory", 2));
            }
            GraphResult result = draft.build()
                    .start(GraphOptions.defaults().budget(budget).keepGoing(true))
                    .join();
            assertThat(result.isSuccess()).isFalse();
            assertThat(ran).hasValue(EACH);
            assertThat(simulation.time()).isGreaterThanOrEqualTo(Duration.ofMinutes(1));
            simulation.run();
            assertThat(budget.available("memory")).isEqualTo(2);
        });
    }
}
