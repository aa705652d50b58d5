package dev.ropewalk.lab.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LanesTest {
    private static final int EVENTS = 60;
    private static final int WIDTH = 3;

    @ParameterizedTest
    @EnumSource(Workload.class)
    void shouldTellByTheAnswerWhetherEveryEventWasHandledOnce(Workload workload) {
        Graph graph = workload.graph(WIDTH);
        var feed = new Feed(graph, 1);
        String right = Lanes.answer(graph, feed, EVENTS);

        assertThat(handled(graph, feed, IntStream.range(0, EVENTS))).isEqualTo(right);
        assertThat(handled(graph, feed, IntStream.range(0, EVENTS - 1))).isNotEqualTo(right);
        assertThat(handled(graph, feed, IntStream.range(0, EVENTS).map(k -> k == 7 ? 8 : k)))
                .isNotEqualTo(right);
    }

    @ParameterizedTest
    @EnumSource(Workload.class)
    void shouldTellByTheAnswerWhetherEventsOfAKeyCameInOrder(Workload workload) {
        Graph graph = workload.graph(WIDTH);
        var feed = new Feed(graph, 1);
        String backwards = handled(graph, feed, IntStream.range(0, EVENTS).map(k -> EVENTS - 1 - k));

        if (workload == Workload.WORKERS) {
            assertThat(backwards).isEqualTo(Lanes.answer(graph, feed, EVENTS));
        } else {
            assertThat(backwards).isNotEqualTo(Lanes.answer(graph, feed, EVENTS));
        }
    }

    @Test
    void shouldTellByTheAnswerWhetherAStageWasOvertaken() {
        Graph graph = Workload.DIAMOND.graph(WIDTH);
        var lanes = new Lanes(graph, false);
        var feed = new Feed(graph, 1);
        for (int number = 0; number < EVENTS; number++) {
            var event = new Event();
            event.set(number, 0, 0);
            lanes.of(2).getFirst().on(event);
            lanes.of(0).getFirst().on(event);
            lanes.of(1).getFirst().on(event);
        }

        assertThat(lanes.answer()).isNotEqualTo(Lanes.answer(graph, feed, EVENTS));
    }

    /** Returns the answer of handlers that share events as they may, and get them in the order of their numbers given. */
    private static String handled(Graph graph, Feed feed, IntStream numbers) {
        var lanes = new Lanes(graph, false);
        int each = EVENTS / graph.producers();
        numbers.forEach(number -> {
            var event = new Event();
            event.set(number, feed.key(number / each, number), 0);
            for (int place = 0; place < graph.stages().size(); place++) {
                int width = graph.stages().get(place).width();
                lanes.of(place).get(Step.shard(event.key, width)).on(event);
            }
        });
        return lanes.answer();
    }
}
