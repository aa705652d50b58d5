package dev.ropewalk.actor.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which thread or actor waits for which. */
@Timeout(30)
class WaitGraphTest {
    private final WaitGraph<String> graph = new WaitGraph<>();

    private List<String> path(String from, String to) {
        return WaitGraph.path(from, to, node -> graph);
    }

    @Test
    void shouldFindAShortestWay() {
        graph.add("a", "b");
        graph.add("b", "c");
        graph.add("c", "d");
        graph.add("b", "d");
        graph.add("d", "a");
        assertThat(path("a", "d")).containsExactly("a", "b", "d");
        assertThat(path("c", "b")).containsExactly("c", "d", "a", "b");
        assertThat(path("a", "x")).isEmpty();
        assertThat(path("x", "a")).isEmpty();
    }

    @Test
    void shouldTakeANodeForTheWayToItself() {
        assertThat(path("a", "a")).containsExactly("a");
    }

    @Test
    void shouldForgetAnEdgeWithItsLastMessage() {
        graph.add("a", "b");
        graph.add("a", "b");
        graph.add("a", "c");
        graph.remove("a", "b");
        assertThat(path("a", "b")).containsExactly("a", "b");
        graph.remove("a", "b");
        assertThat(path("a", "b")).isEmpty();
        assertThat(path("a", "c")).containsExactly("a", "c");
        graph.remove("a", "c");
        graph.remove("a", "c");
        assertThat(path("a", "c")).isEmpty();
    }

    @Test
    void shouldFollowEdgesThatAreKeptElsewhere() {
        var other = new WaitGraph<String>();
        graph.add("a", "b");
        other.add("b", "c");
        assertThat(WaitGraph.path("a", "c", node -> "b".equals(node) ? other : graph))
                .containsExactly("a", "b", "c");
    }

    @Test
    void shouldShowACycleToAtLeastOneOfTwoThatCloseItAtOnce() throws Exception {
        int tries = 20_000;
        var barrier = new CyclicBarrier(2);
        boolean[][] seen = new boolean[2][tries];
        FutureTask<Void> other = new FutureTask<>(() -> close("b", "a", barrier, seen[1]), null);
        Thread.ofPlatform().start(other);
        close("a", "b", barrier, seen[0]);
        other.get();
        for (int i = 0; i < tries; i++) {
            assertThat(seen[0][i] || seen[1][i]).as("try " + i).isTrue();
        }
    }

    private void close(String from, String to, CyclicBarrier barrier, boolean[] seen) {
        try {
            for (int i = 0; i < seen.length; i++) {
                barrier.await();
                graph.add(from, to);
                seen[i] = !path(to, from).isEmpty();
                barrier.await();
                graph.remove(from, to);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
