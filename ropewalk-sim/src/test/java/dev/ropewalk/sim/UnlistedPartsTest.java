package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is built in a simulation isn't listed among the live parts of the JVM, whichever thread of the simulation builds it. */
class UnlistedPartsTest {
    private static final String NAME = "unlisted";

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotListWhatIsBuiltInASimulation(boolean virtual) {
        Simulations.check(
                SimulationOptions.defaults().virtualThreads(virtual).runs(2), UnlistedPartsTest::buildInTwoThreads);
    }

    private static void buildInTwoThreads(Simulation simulation) throws Exception {
        build(simulation);
        var failed = new Exception[1];
        simulation.start("builder", () -> {
            try {
                build(simulation);
            } catch (Exception e) {
                failed[0] = e;
            }
        });
        simulation.run();
        if (failed[0] != null) {
            throw failed[0];
        }
    }

    private static void build(Simulation simulation) throws Exception {
        Scheduler scheduler = simulation.scheduler();
        Limiter limiter = Limiter.fixed(1).name(NAME).build();
        Channel<String> channel = Channel.<String>builder().name(NAME).buffered(1);
        TaskGraphDraft graph = TaskGraph.draft();
        graph.run("look", context -> assertUnlisted(GraphRun.live()));
        try (ActorSystem system = ActorSystem.builder(NAME).scheduler(scheduler).build();
                Budget budget = Budget.builder().name(NAME).resource("calls", 1).build();
                BoundedExecutor executor = BoundedExecutor.builder(1)
                        .name(NAME)
                        .scheduler(scheduler)
                        .build();
                Pipeline<Object> pipeline = Pipeline.<Object>builder(Object::new)
                        .name(NAME)
                        .scheduler(scheduler)
                        .build();
                ProcessScope scope = ProcessScope.builder(scheduler).name(NAME).open();
                Journal journal = Journal.open(simulation.disk().path("/" + NAME))) {
            assertUnlisted(Scheduler.live(), scheduler);
            assertUnlisted(ActorSystem.live(), system);
            assertUnlisted(Budget.live(), budget);
            assertUnlisted(Limiter.live(), limiter);
            assertUnlisted(BoundedExecutor.live(), executor);
            assertUnlisted(Pipeline.live(), pipeline);
            assertUnlisted(ProcessScope.live(), scope);
            assertUnlisted(Channel.live(), channel);
            assertUnlisted(Journal.live(), journal);
            assertThat(journal.stats().nextIndex()).isZero();
            graph.build()
                    .start(GraphOptions.defaults().name(NAME).scheduler(scheduler))
                    .join();
        }
    }

    private static void assertUnlisted(Map<String, ?> live, Object... parts) {
        assertThat(live.keySet()).noneMatch(name -> name.contains(NAME));
        for (Object part : parts) {
            assertThat(live.containsValue(part)).isFalse();
        }
    }
}
