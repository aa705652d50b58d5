package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.graph.run.FreshLog;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import dev.ropewalk.testing.Sample;
import dev.ropewalk.testing.Signals;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a subscriber gets of a run, in which order, and how it ends. */
@Timeout(60)
class OutcomePublisherTest {
    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    private final TaskGraphDraft draft = TaskGraph.draft();
    private final CountDownLatch gate = new CountDownLatch(1);

    private Action<Integer> held(String name) {
        return draft.action(name, context -> {
            gate.await();
            return 1;
        });
    }

    private static Signals<ActionOutcome> subscribed(Flow.Publisher<ActionOutcome> publisher, long requested) {
        Signals<ActionOutcome> signals = requested == 0 ? Signals.idle() : Signals.requesting(requested);
        publisher.subscribe(signals);
        return signals;
    }

    private static String told(Action<?> action, ActionResult<?> result) {
        return new ActionOutcome(action, result).toString();
    }

    private static void awaitSignals(Signals<?> signals, int count) {
        Await.until(() -> "only " + signals.all(), () -> signals.all().size() >= count, Await.DEADLINE);
    }

    @Test
    void shouldTellOfActionsAsTheyEnd() {
        Action<Integer> late = held("late");
        Action<Integer> early = draft.action("early", context -> 2);
        Signals<ActionOutcome> signals = subscribed(draft.build().start().publisher(), 9);

        awaitSignals(signals, 1);
        assertThat(signals.all()).containsExactly(told(early, ActionResult.succeeded(2)));
        gate.countDown();
        assertThat(signals.await("complete"))
                .containsExactly(
                        told(early, ActionResult.succeeded(2)), told(late, ActionResult.succeeded(1)), "complete");
    }

    @Test
    void shouldGiveNoMoreThanIsRequested() throws InterruptedException {
        draft.action("one", context -> 1).after(draft.action("two", context -> 2));
        GraphRun run = draft.build().start();
        Signals<ActionOutcome> signals = subscribed(run.publisher(Runnable::run), 0);
        run.join();
        signals.subscription().request(1);
        assertThat(signals.all()).hasSize(1);

        signals.subscription().request(1);
        assertThat(signals.await("complete")).hasSize(3);
    }

    @Test
    void shouldTellOfAllActionsOfARunThatHasEnded() throws InterruptedException {
        Action<Integer> one = draft.action("one", context -> 1);
        Action<Integer> two = draft.action("two", context -> 2).after(one);
        GraphRun run = draft.build().start();
        run.join();

        for (int subscriber = 0; subscriber < 2; subscriber++) {
            assertThat(subscribed(run.publisher(), 9).await("complete"))
                    .containsExactly(
                            told(one, ActionResult.succeeded(1)), told(two, ActionResult.succeeded(2)), "complete");
        }
    }

    @Test
    void shouldCompleteForAGraphWithoutActionsThoughNothingIsRequested() {
        assertThat(subscribed(draft.build().start().publisher(), 0).await("complete"))
                .hasSize(1);
    }

    @Test
    void shouldCompleteBehindTheLastActionThoughNoMoreIsRequested() {
        held("only");
        Signals<ActionOutcome> signals = subscribed(draft.build().start().publisher(scheduler), 1);
        gate.countDown();
        assertThat(signals.await("complete")).hasSize(2);
    }

    @Test
    void shouldTellOfFailuresAndWhatTheyHaveSkipped() {
        IOException cause = new IOException("no line");
        Action<Integer> broken = draft.action("broken", context -> {
            throw cause;
        });
        Action<Integer> behind = draft.action("behind", context -> 1).after(broken);
        Action<Integer> beside = held("beside");
        Signals<ActionOutcome> signals = subscribed(
                draft.build().start(GraphOptions.defaults().keepGoing(true)).publisher(scheduler), 9);
        awaitSignals(signals, 2);
        gate.countDown();

        assertThat(signals.await("complete"))
                .containsExactly(
                        told(broken, ActionResult.failed(cause, 1)),
                        told(behind, ActionResult.skipped(broken)),
                        told(beside, ActionResult.succeeded(1)),
                        "complete");
    }

    @Test
    void shouldTellInTheEndOfWhatHasNeverBegun() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Action<Integer> never = draft.action("never", context -> 1);
        Action<Integer> running = draft.action("running", context -> {
            begun.countDown();
            gate.await();
            return 1;
        });
        never.after(running);
        Action<Integer> neither = draft.action("neither", context -> 1).after(never);
        GraphRun run = draft.build().start();
        Signals<ActionOutcome> signals = subscribed(run.publisher(), 9);
        begun.await();
        run.cancel();

        assertThat(signals.await("complete"))
                .containsExactly(
                        told(running, ActionResult.cancelled()),
                        told(never, ActionResult.cancelled()),
                        told(neither, ActionResult.cancelled()),
                        "complete");
    }

    @Test
    void shouldTellOfAnActionThatIsTriedAgainOnce() {
        Action<Integer> flaky = draft.<Integer>action("flaky", context -> {
                    if (context.attempt() == 1) {
                        throw new IOException("once");
                    }
                    return 1;
                })
                .retry(Retry.attempts(2));
        assertThat(subscribed(draft.build().start().publisher(), 9).await("complete"))
                .containsExactly(told(flaky, ActionResult.succeeded(1)), "complete");
    }

    @Test
    void shouldLeaveTheRunToOthersWhenASubscriberCancels() throws InterruptedException {
        Action<Integer> only = held("only");
        GraphRun run = draft.build().start();
        Signals<ActionOutcome> leaving = subscribed(run.publisher(Runnable::run), 9);
        Signals<ActionOutcome> staying = subscribed(run.publisher(Runnable::run), 9);
        leaving.subscription().cancel();
        gate.countDown();

        assertThat(staying.await("complete")).containsExactly(told(only, ActionResult.succeeded(1)), "complete");
        assertThat(run.join().isSuccess()).isTrue();
        assertThat(leaving.all()).isEmpty();
    }

    @Test
    void shouldGoOnWhenASubscriberThrows() throws InterruptedException {
        Action<Integer> only = draft.action("only", context -> 1);
        CompletableFuture<ActionOutcome> given = new CompletableFuture<>();
        try (CapturedLog log = FreshLog.capture()) {
            GraphRun run = draft.build().start();
            run.publisher(Runnable::run).subscribe(new Flow.Subscriber<>() {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                    subscription.request(1);
                }

                @Override
                public void onNext(ActionOutcome outcome) {
                    given.complete(outcome);
                    throw new IllegalStateException("the rope broke");
                }

                @Override
                public void onError(Throwable cause) {
                    throw new AssertionError(cause);
                }

                @Override
                public void onComplete() {
                    throw new AssertionError();
                }
            });
            assertThat(run.join().value(only)).isEqualTo(1);
            assertThat(given.join().action()).isSameAs(only);
            Await.until(
                    "it is logged",
                    () -> log.messages("a subscriber has failed in onNext").size() == 1);
        }
    }

    @Test
    void shouldFailWhenTheSchedulerOfTheFlowIsClosed() {
        held("only");
        Scheduler closing = Scheduler.create();
        Signals<ActionOutcome> signals = subscribed(draft.build().start().publisher(closing), 9);
        closing.close();
        gate.countDown();

        awaitSignals(signals, 1);
        assertThat(signals.all()).singleElement().asString().contains(RejectedExecutionException.class.getName());
    }

    @Test
    void shouldForgetASubscriberThatHasCancelled() {
        held("only");
        GraphRun run = draft.build().start();
        var cancelled = new WeakReference<>(cancelled(run));
        Await.until("the subscriber is garbage", () -> {
            System.gc();
            return cancelled.refersTo(null);
        });
        gate.countDown();
        assertThat(subscribed(run.publisher(), 9).await("complete")).hasSize(2);
    }

    private static Signals<ActionOutcome> cancelled(GraphRun run) {
        Signals<ActionOutcome> signals = subscribed(run.publisher(Runnable::run), 0);
        signals.subscription().cancel();
        return signals;
    }

    @Test
    void shouldTellOfEachActionOnceAndAfterItsDependencies() throws InterruptedException {
        int count = Sample.of(2_000, 100_000);
        List<Action<Integer>> actions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int value = i;
            Action<Integer> action = draft.action("a" + i, context -> value);
            if (i > 2) {
                action.after(actions.get(i / 2), actions.get(i / 3));
            }
            actions.add(action);
        }
        GraphRun run = draft.build().start(GraphOptions.defaults().scheduler(scheduler));
        var ended = new Collected();
        run.publisher(scheduler).subscribe(ended);

        List<ActionOutcome> all = ended.all.join();
        assertThat(all).hasSize(count);
        Set<ActionResult<?>> before = new HashSet<>();
        for (ActionOutcome outcome : all) {
            assertThat(outcome.result()).isInstanceOf(ActionResult.Succeeded.class);
            int index = actions.indexOf(outcome.action());
            assertThat(outcome.result()).isEqualTo(ActionResult.succeeded(index));
            assertThat(before.add(outcome.result())).isTrue();
            if (index > 2) {
                assertThat(before)
                        .contains(ActionResult.succeeded(index / 2))
                        .contains(ActionResult.succeeded(index / 3));
            }
        }
        assertThat(run.join().isSuccess()).isTrue();
    }

    /** Requests one after the other, and keeps all. */
    private static final class Collected implements Flow.Subscriber<ActionOutcome> {
        private final CompletableFuture<List<ActionOutcome>> all = new CompletableFuture<>();
        private final List<ActionOutcome> some = new ArrayList<>();
        private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription.complete(given);
            given.request(1);
        }

        @Override
        public void onNext(ActionOutcome outcome) {
            some.add(outcome);
            subscription.join().request(1);
        }

        @Override
        public void onError(Throwable cause) {
            all.completeExceptionally(cause);
        }

        @Override
        public void onComplete() {
            all.complete(some);
        }
    }
}
