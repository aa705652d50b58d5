package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Other tests have runs in this JVM, too. */
class LiveRunsTest {
    private final CountDownLatch goOn = new CountDownLatch(1);

    private GraphRun start(GraphOptions options) {
        TaskGraphDraft graph = TaskGraph.draft();
        graph.run("wait", context -> goOn.await());
        return graph.build().start(options);
    }

    private static GraphOptions named(String name) {
        return GraphOptions.defaults().name(name);
    }

    @Test
    void shouldListARunUntilItHasEnded() throws InterruptedException {
        GraphRun run = start(named("looked-at"));
        assertThat(GraphRun.live()).containsEntry("looked-at", run);
        assertThat(run.snapshot().actions()).isEqualTo(1);

        goOn.countDown();
        run.join();
        assertThat(GraphRun.live()).doesNotContainKey("looked-at");
    }

    @Test
    void shouldNotListARunThatWasCancelled() throws InterruptedException {
        GraphRun run = start(named("cancelled"));
        run.cancel();
        run.join();

        assertThat(GraphRun.live()).doesNotContainKey("cancelled");
    }

    @Test
    void shouldMakeNamesUniqueAndGiveOneToThoseWithout() throws InterruptedException {
        GraphRun first = start(named("twice"));
        GraphRun second = start(named("twice"));
        GraphRun third = start(GraphOptions.defaults());
        Map<String, GraphRun> live = GraphRun.live();

        assertThat(live).containsEntry("twice", first).containsValues(second, third);
        assertThat(live.entrySet())
                .anyMatch(entry ->
                        entry.getValue().equals(third) && entry.getKey().matches("run#\\d+"));
        goOn.countDown();
        first.join();
        second.join();
        third.join();
        assertThat(GraphRun.live().values()).doesNotContain(first, second, third);
    }

    @Test
    void shouldRefuseABlankName() {
        assertThatIllegalArgumentException().isThrownBy(() -> named(" ")).withMessage("name is blank: ' '");
    }
}
