package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jol.info.GraphLayout;

/** How much memory an action takes, its own values and names included. */
@Timeout(60)
class GraphMemoryTest {
    private static final int ACTIONS = 50_000;

    @Test
    void shouldTakeFewBytesAnAction() throws InterruptedException {
        TaskGraphDraft builder = TaskGraph.draft();
        ActionBody<Integer> body = context -> 1;
        List<Action<Integer>> actions = new ArrayList<>();
        for (int i = 0; i < ACTIONS; i++) {
            Action<Integer> action = builder.action("a" + i, body);
            if (i > 1) {
                action.after(actions.get(i / 2), actions.get(i - 1));
            }
            actions.add(action);
        }
        TaskGraph graph = builder.build();
        long graphBytes = GraphLayout.parseInstance(graph).totalSize();

        GraphRun run = graph.start();
        run.join();
        long bothBytes = GraphLayout.parseInstance(run).totalSize();

        assertThat(graphBytes / ACTIONS).isLessThanOrEqualTo(140);
        assertThat((bothBytes - graphBytes) / ACTIONS).isLessThanOrEqualTo(10);
    }
}
