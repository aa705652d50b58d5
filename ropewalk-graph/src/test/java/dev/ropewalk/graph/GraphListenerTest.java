package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.graph.plan.PlannedAction;
import dev.ropewalk.graph.run.FreshLog;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a listener hears, and when. */
@Timeout(30)
class GraphListenerTest {
    private final TaskGraphDraft builder = TaskGraph.draft();
    private final List<GraphEvent> events = new CopyOnWriteArrayList<>();
    private final GraphOptions options = GraphOptions.defaults().keepGoing(true).listener(events::add);

    @Test
    void shouldHearWhatHappensInOrder() throws InterruptedException {
        IOException error = new IOException();
        Action<Integer> flaky = builder.<Integer>action("flaky", context -> {
                    if (context.attempt() == 1) {
                        throw error;
                    }
                    return 1;
                })
                .retry(Retry.attempts(2));
        Action<Integer> broken = builder.<Integer>action("broken", context -> {
                    throw error;
                })
                .after(flaky);
        Action<?> skipped = builder.run("skipped", context -> {}).after(broken);

        GraphResult result = builder.build().start(options).join();
        awaitEnd();

        assertThat(events)
                .containsExactly(
                        new GraphEvent.Started(flaky, 1),
                        new GraphEvent.Retried(flaky, 1, error, Duration.ZERO),
                        new GraphEvent.Started(flaky, 2),
                        new GraphEvent.Succeeded(flaky),
                        new GraphEvent.Started(broken, 1),
                        new GraphEvent.Failed(broken, error, 1),
                        new GraphEvent.Skipped(skipped, broken),
                        new GraphEvent.Ended(result));
    }

    @Test
    void shouldHearOneEventAtATimeAndEachActionAfterItsDependencies() throws InterruptedException {
        AtomicBoolean busy = new AtomicBoolean();
        AtomicBoolean overlapped = new AtomicBoolean();
        List<Action<Integer>> actions = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            Action<Integer> action = builder.action("a" + i, context -> 1);
            if (i > 2) {
                action.after(actions.get(i / 2), actions.get(i / 3));
            }
            actions.add(action);
        }
        GraphListener listener = event -> {
            overlapped.compareAndSet(false, !busy.compareAndSet(false, true));
            events.add(event);
            busy.set(false);
        };

        builder.build().start(GraphOptions.defaults().listener(listener)).join();
        awaitEnd();

        assertThat(overlapped).isFalse();
        Set<Action<?>> done = new HashSet<>();
        for (GraphEvent event : events) {
            if (event instanceof GraphEvent.Started(Action<?> action, int attempt)
                    && PlannedAction.of(action).index() > 2) {
                assertThat(done)
                        .contains(
                                actions.get(PlannedAction.of(action).index() / 2),
                                actions.get(PlannedAction.of(action).index() / 3));
            } else if (event instanceof GraphEvent.Succeeded(Action<?> action)) {
                done.add(action);
            }
        }
        assertThat(done).hasSize(5_000);
        assertThat(events).hasSize(10_001);
    }

    @Test
    void shouldNotHoldUpTheRun() throws InterruptedException {
        CountDownLatch goOn = new CountDownLatch(1);
        Action<Integer> action = builder.action("a", context -> 1);
        GraphListener listener = event -> {
            try {
                goOn.await();
            } catch (InterruptedException unexpected) {
                Thread.currentThread().interrupt();
            }
            events.add(event);
        };

        GraphRun run = builder.build().start(GraphOptions.defaults().listener(listener));

        assertThat(run.join().value(action)).isEqualTo(1);
        assertThat(events).isEmpty();
        goOn.countDown();
        awaitEnd();
    }

    @Test
    void shouldLogWhatAListenerThrowsAndGoOn() throws InterruptedException {
        Action<Integer> action = builder.action("thrown-at", context -> 1);
        try (CapturedLog log = FreshLog.capture()) {
            GraphListener listener = event -> {
                events.add(event);
                throw new IllegalStateException("broken listener");
            };

            assertThat(builder.build()
                            .start(GraphOptions.defaults().listener(listener))
                            .join()
                            .value(action))
                    .isEqualTo(1);
            awaitEnd();
            Await.until(
                    "all is logged",
                    () -> log.messages(Level.SEVERE, "broken listener").size() == 3);
        }
    }

    @Test
    void shouldLogFewOfManyFailuresOfListeners() throws InterruptedException {
        int failures = 100;
        CountDownLatch told = new CountDownLatch(failures);
        for (int i = 0; i < failures; i++) {
            builder.run("action-" + i, context -> {});
        }
        try (CapturedLog log = FreshLog.capture()) {
            var ignored = builder.build()
                    .start(GraphOptions.defaults().name("daily").listener(event -> {
                        told.countDown();
                        throw new IllegalStateException("broken listener");
                    }))
                    .join();
            Await.until("all are told", () -> told.getCount() == 0);
            assertThat(log.messages("run 'daily' of a graph of 100 actions: its listener failed, told of "))
                    .hasSizeBetween(1, failures / 2);
            assertThat(log.messages(" / java.lang.IllegalStateException")).hasSize(1);
        }
    }

    private void awaitEnd() {
        Await.until(
                "the listener has heard the end", () -> events.stream().anyMatch(GraphEvent.Ended.class::isInstance));
    }

    @Test
    void shouldHearWhatComesAfterAnErrorOfItsOwnThatCanNotBeLogged() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        Action<?> only = builder.run("only", context -> {});

        try (var log = FreshLog.breakIt()) {
            var ignored = builder.build()
                    .start(GraphOptions.defaults().listener(event -> {
                        events.add(event);
                        if (event instanceof GraphEvent.Ended) {
                            ended.countDown();
                        } else {
                            throw new IllegalStateException("told of " + event);
                        }
                    }))
                    .join();
            ended.await();
            assertThat(log.uses()).isPositive();
        }

        assertThat(events).contains(new GraphEvent.Started(only, 1), new GraphEvent.Succeeded(only));
    }
}
