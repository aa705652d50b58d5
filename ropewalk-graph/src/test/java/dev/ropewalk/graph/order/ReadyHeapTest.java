package dev.ropewalk.graph.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.ActionBody;
import dev.ropewalk.graph.plan.EdgeList;
import dev.ropewalk.graph.plan.GraphPlan;
import dev.ropewalk.graph.plan.Neighbours;
import dev.ropewalk.graph.plan.PlannedAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The heap of ready actions against a sorted set. */
class ReadyHeapTest {
    private static final PlannedAction.Owner OWNER = new PlannedAction.Owner() {
        @Override
        public void depend(PlannedAction<?> dependant, Action<?> dependency) {}

        @Override
        public void depend(PlannedAction<?> dependant, String dependency) {}

        @Override
        public void checkOpen() {}
    };

    @Test
    void shouldKeepTheMostUrgentFirstWhateverIsRemoved() {
        SplittableRandom random = new SplittableRandom(11);
        List<PlannedAction<?>> actions = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            ActionBody<Integer> body = context -> 1;
            var action = new PlannedAction<Integer>(OWNER, i, "a" + i, body);
            action.cost(Duration.ofNanos(random.nextInt(50)));
            actions.add(action);
        }
        Neighbours none = Neighbours.dependants(actions.size(), new EdgeList());
        ActionOrder order = ActionOrder.byTime(GraphPlan.of(actions, none, OWNER));
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
