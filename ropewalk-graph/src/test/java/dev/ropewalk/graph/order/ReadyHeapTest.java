package dev.ropewalk.graph.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphBuilder;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The heap of ready actions against a sorted set. */
class ReadyHeapTest {
    @Test
    void shouldKeepTheMostUrgentFirstWhateverIsRemoved() {
        SplittableRandom random = new SplittableRandom(11);
        TaskGraphBuilder builder = TaskGraph.builder();
        for (int i = 0; i < 200; i++) {
            builder.run("a" + i, context -> {}).cost(Duration.ofNanos(random.nextInt(50)));
        }
        ActionOrder order = ActionOrder.byTime(builder.build());
        ReadyHeap heap = new ReadyHeap(order);
        TreeSet<Integer> model =
                new TreeSet<>((one, other) -> one.equals(other) ? 0 : order.isBefore(one, other) ? -1 : 1);
        for (int step = 0; step < 50_000; step++) {
            int action = random.nextInt(200);
            if (model.add(action)) {
                heap.push(action);
            } else if (random.nextBoolean()) {
                model.remove(action);
                heap.remove(action);
            } else {
                assertThat(heap.pop()).isEqualTo(model.pollFirst());
            }
            assertThat(heap.size()).isEqualTo(model.size());
            if (!model.isEmpty()) {
                assertThat(heap.peek()).isEqualTo(model.first());
                assertThat(heap.get(0)).isEqualTo(model.first());
            }
        }
    }
}
