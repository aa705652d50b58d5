package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorFailure;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphResult;
import dev.ropewalk.graph.Retry;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.pipeline.FailurePolicy;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.OverflowPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Every model under the faults that fit it: nothing is lost in silence, nothing leaks, and all can be closed. */
class FaultsTest {
    private static final int SENDERS = 2;
    private static final int EACH = 4;
    private static final int ALL = SENDERS * EACH;
    private static final Duration SOON = Duration.ofMillis(5);
    private static final Duration LONG = Duration.ofMinutes(1);

    /** Lets threads do something a number of times each, with a number of its own each time. */
    private static void start(Simulation simulation, Attempt attempt) {
        for (int sender = 0; sender < SENDERS; sender++) {
            int first = sender * EACH;
            Worlds.start(simulation, "sender " + sender, () -> {
                for (int number = first; number < first + EACH; number++) {
                    attempt.run(number);
                }
            });
        }
    }

    private interface Attempt {
        void run(int number) throws Exception;
    }

    @Test
    void shouldHandleOrReportEachMessageWhicheverFails() {
        for (int message = 1; message <= ALL; message++) {
            int count = message;
            Worlds.check(
                    faults ->
                            faults.faultAt(Fault.ACTOR_FAILURE, "victim", count).fault(Fault.MOVE, 5),
                    FaultsTest::tellVictim);
        }
    }

    private static void tellVictim(Simulation simulation) {
        ActorSystem system =
                ActorSystem.builder("world").scheduler(simulation.scheduler()).build();
        var ends = new AtomicInteger();
        system.events()
                .subscribe(
                        ActorFailure.class, system.<ActorFailure>spawn(context -> failure -> ends.incrementAndGet()));
        system.events()
                .subscribe(DeadLetter.class, system.<DeadLetter>spawn(context -> letter -> ends.incrementAndGet()));
        ActorRef<Integer> victim = system.spawn("victim", context -> message -> ends.incrementAndGet());
        start(simulation, victim::tell);
        simulation.run();
        assertThat(ends).hasValue(ALL);
        assertThat(system.close(LONG).isComplete()).isTrue();
    }

    @Test
    void shouldBringWhatWasSentThoughWaitsAreGivenUpAndInterrupted() {
        Worlds.check(
                faults -> faults.fault(Fault.FULL, 5)
                        .fault(Fault.CANCELLED_WAIT, 5)
                        .fault(Fault.INTERRUPT, 10),
                simulation -> {
                    Channel<Integer> channel = Channel.buffered(2);
                    List<Integer> sent = new ArrayList<>();
                    List<Integer> received = new ArrayList<>();
                    var left = new AtomicInteger(ALL);
                    start(simulation, number -> {
                        try {
                            if (channel.send(number, SOON)) {
                                sent.add(number);
                            }
                        } catch (InterruptedException e) {
                            Simulation.point(channel);
                        }
                        if (left.decrementAndGet() == 0) {
                            channel.close();
                        }
                    });
                    boolean[] ended = new boolean[1];
                    Worlds.start(simulation, "receiver", () -> {
                        receiveAll(channel, received);
                        ended[0] = true;
                    });
                    simulation.runUntil("all received", () -> ended[0]);
                    simulation.endFaults();
                    assertThat(received).containsExactlyInAnyOrderElementsOf(sent);
                });
    }

    private static void receiveAll(Channel<Integer> channel, List<Integer> received) {
        boolean isOpen = true;
        while (isOpen) {
            try {
                switch (channel.receiveResult(SOON)) {
                    case ReceiveResult.Received<Integer>(Integer element) -> received.add(element);
                    case ReceiveResult.Empty<Integer>() -> Simulation.point(channel);
                    default -> isOpen = false;
                }
            } catch (InterruptedException e) {
                Simulation.point(channel);
            }
        }
    }

    @Test
    void shouldLeakNoPermitToWaitersThatGiveUpOrAreInterrupted() {
        Worlds.check(faults -> faults.fault(Fault.CANCELLED_WAIT, 3).fault(Fault.INTERRUPT, 5), simulation -> {
            Limiter limiter = Limiter.fixed(1).build();
            Budget budget = Budget.builder().resource("memory", 3).build();
            start(simulation, number -> {
                try {
                    Optional<Permit> permit = limiter.tryAcquire(SOON);
                    if (permit.isPresent()) {
                        Simulation.point(permit);
                        permit.get().succeed();
                    }
                    Optional<Grant> grant = budget.tryAcquire(Demand.of("memory", 2), SOON);
                    Simulation.point(budget);
                    grant.ifPresent(Grant::close);
                } catch (InterruptedException e) {
                    Simulation.point(limiter);
                }
            });
            simulation.run();
            assertThat(limiter.stats().inFlight()).isZero();
            assertThat(limiter.tryAcquire()).isPresent();
            assertThat(budget.available("memory")).isEqualTo(3);
        });
    }

    @Test
    void shouldEndEachTaskThatIsTaken() {
        Worlds.check(
                faults -> faults.fault(Fault.REJECTION, 5)
                        .fault(Fault.FULL, 5)
                        .fault(Fault.TASK_FAILURE, 5)
                        .fault(Fault.MOVE, 5),
                simulation -> {
                    BoundedExecutor executor = BoundedExecutor.builder(2)
                            .capacity(2, OverflowPolicy.REJECT)
                            .build();
                    List<Future<?>> taken = new ArrayList<>();
                    var ran = new AtomicInteger();
                    start(simulation, number -> {
                        try {
                            taken.add(executor.submit(ran::incrementAndGet));
                        } catch (RejectedExecutionException refused) {
                            Simulation.point(executor);
                        }
                    });
                    simulation.run();
                    assertThat(taken).allMatch(Future::isDone);
                    assertThat(taken.stream().filter(future -> future.state() == Future.State.SUCCESS))
                            .hasSize(ran.get());
                    executor.close();
                    assertThat(executor.isTerminated()).isTrue();
                });
    }

    @Test
    void shouldEndAGraphWhoseActionsFailAndGiveBackItsBudget() {
        Worlds.check(faults -> faults.fault(Fault.TASK_FAILURE, 3), simulation -> {
            Budget budget = Budget.builder().resource("memory", 2).build();
            var ran = new AtomicInteger();
            TaskGraphDraft draft = TaskGraph.draft();
            for (int i = 0; i < EACH; i++) {
                var first = draft.action("first " + i, context -> ran.incrementAndGet())
                        .demand(Demand.of("memory", 1))
                        .retry(Retry.attempts(2));
                draft.action("second " + i, context -> ran.incrementAndGet())
                        .after(first)
                        .demand(Demand.of("memory", 2));
            }
            GraphResult result = draft.build()
                    .start(GraphOptions.defaults().budget(budget).keepGoing(true))
                    .join();
            simulation.run();
            assertThat(result.isSuccess()).isEqualTo(ran.get() == ALL);
            assertThat(budget.available("memory")).isEqualTo(2);
        });
    }

    @Test
    void shouldHandleOrReportEachEvent() {
        Worlds.check(FaultsTest::ofPipelines, FaultsTest::publishAll);
    }

    @Test
    void shouldFailNoEventBehindTheLastOneOfABatch() {
        Worlds.regress(
                "rw1.y9pGewZyYW5kb22_74Aw3cLXcgEAqeJ53Ae_YDE1AQADAgAoAAAAiAKF-A",
                FaultsTest::ofPipelines,
                FaultsTest::publishAll);
    }

    private static SimulationOptions ofPipelines(SimulationOptions options) {
        return options.fault(Fault.TASK_FAILURE, 4).fault(Fault.FULL, 4).fault(Fault.MOVE, 5);
    }

    private static void publishAll(Simulation simulation) {
        var handled = new AtomicInteger();
        var failed = new AtomicInteger();
        Pipeline<long[]> pipeline = Pipeline.builder(() -> new long[1])
                .name("orders")
                .capacity(4)
                .scheduler(simulation.scheduler())
                .onFailure(failure -> failed.incrementAndGet())
                .stage(Stage.<long[]>of("stage", (event, sequence, endOfBatch) -> handled.incrementAndGet())
                        .onFailure(FailurePolicy.skip()))
                .build();
        start(simulation, number -> pipeline.publish((event, sequence) -> event[0] = number));
        simulation.run();
        assertThat(handled.get() + failed.get()).isEqualTo(ALL);
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }
}
