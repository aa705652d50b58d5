package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Proxies and the actors behind them. */
@Timeout(30)
class ProxyActorTest {
    private final ActorSystem system = ActorSystem.create("test");

    @AfterEach
    void close() {
        system.close();
    }

    interface Counter {
        void add(int amount) throws IOException;

        CompletableFuture<Integer> total();

        CompletableFuture<Integer> fail(RuntimeException failure);

        CompletionStage<Integer> pass(@Nullable CompletionStage<Integer> stage);
    }

    /** Refuses negative amounts; isn't thread-safe. */
    private static final class PlainCounter implements Counter {
        private int total;

        @Override
        public void add(int amount) throws IOException {
            if (amount < 0) {
                throw new IOException("negative: " + amount);
            }
            total += amount;
        }

        @Override
        public CompletableFuture<Integer> total() {
            return CompletableFuture.completedFuture(total);
        }

        @Override
        public CompletableFuture<Integer> fail(RuntimeException failure) {
            throw failure;
        }

        @Override
        @SuppressWarnings("NullAway") // returns what a wrong implementation would
        public CompletionStage<Integer> pass(@Nullable CompletionStage<Integer> stage) {
            return stage;
        }
    }

    private Counter counter() {
        return system.proxy("counter", Counter.class, PlainCounter::new);
    }

    private static <T> T get(CompletionStage<T> answer) throws Exception {
        return answer.toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Test
    void shouldMakeOneCallAtATime() throws Exception {
        Counter counter = counter();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            callers.add(Thread.startVirtualThread(() -> {
                for (int j = 0; j < 10_000; j++) {
                    add(counter, 1);
                }
            }));
        }
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(get(counter.total())).isEqualTo(40_000);
    }

    @Test
    void shouldMakeTheTargetAnewOnARestart() throws Exception {
        var made = new AtomicInteger();
        Counter counter = system.proxy(Counter.class, () -> {
            made.incrementAndGet();
            return new PlainCounter();
        });
        assertThat(made).hasValue(1);
        add(counter, 7);
        add(counter, -1);
        add(counter, 2);
        assertThat(get(counter.total())).isEqualTo(2);
        assertThat(made).hasValue(2);
    }

    @Test
    void shouldLetTheSupervisorSeeTheMethodsOwnException() throws Exception {
        try (ActorSystem strict = ActorSystem.builder("strict")
                .supervision(Supervision.restart().on(IOException.class, Directive.STOP))
                .build()) {
            Counter counter = strict.proxy(Counter.class, PlainCounter::new);
            add(counter, -1);
            get(strict.whenStopped(ActorProxy.refOf(counter)));
        }
    }

    @Test
    void shouldFailTheAnswerAndTheActorIfAMethodThrows() throws Exception {
        Counter counter = counter();
        add(counter, 7);
        var failure = new IllegalStateException("on demand");
        CompletableFuture<Integer> answer = counter.fail(failure);
        assertThatThrownBy(() -> get(answer))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isSameAs(failure);
        assertThat(get(counter.total())).isZero();
    }

    @Test
    void shouldFailTheAnswerAloneIfAStageFailsLater() throws Exception {
        Counter counter = counter();
        add(counter, 7);
        var stage = new CompletableFuture<Integer>();
        CompletionStage<Integer> answer = counter.pass(stage);
        assertThat(get(counter.total())).isEqualTo(7);
        assertThat(answer).isNotCompleted();
        var failure = new IllegalStateException("on demand");
        stage.completeExceptionally(failure);
        assertThatThrownBy(() -> get(answer)).cause().isSameAs(failure);
        assertThat(get(counter.total())).isEqualTo(7);
    }

    @Test
    void shouldCompleteAsTheStageDoes() throws Exception {
        Counter counter = counter();
        var stage = new CompletableFuture<Integer>();
        CompletionStage<Integer> answer = counter.pass(stage);
        stage.complete(5);
        assertThat(get(answer)).isEqualTo(5);
        assertThat(get(counter.pass(CompletableFuture.completedStage(6)))).isEqualTo(6);
        var failed = new CompletionException(new IOException("disc full"));
        assertThatThrownBy(() -> get(counter.pass(CompletableFuture.failedStage(failed))))
                .cause()
                .isInstanceOf(IOException.class);
    }

    @Test
    void shouldSayThatAMethodReturnedNullForAStage() throws Exception {
        Counter counter = counter();
        add(counter, 7);
        CompletionStage<Integer> answer = counter.pass(null);
        assertThatThrownBy(() -> get(answer))
                .cause()
                .isInstanceOf(NullPointerException.class)
                .hasMessage("pass(null) of " + PlainCounter.class.getName() + " returned null, not a stage");
        assertThat(get(counter.total())).isZero();
    }

    @Test
    void shouldFailAnswersOfAStoppedActorAtOnce() throws Exception {
        Counter counter = counter();
        ActorRef<?> ref = ActorProxy.refOf(counter);
        system.stop(ref);
        get(system.whenStopped(ref));
        add(counter, 1);
        CompletableFuture<Integer> total = counter.total();
        assertThatThrownBy(() -> get(total))
                .cause()
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining("/test/counter")
                .hasMessageContaining("total()");
    }

    @Test
    void shouldBeWatchedLikeAnyActor() throws Exception {
        Counter counter = counter();
        var seen = new CompletableFuture<ActorRef<?>>();
        ActorRef<ActorRef<?>> watcher = system.spawn(context -> new Actor<>() {
            @Override
            public void receive(ActorRef<?> message) {
                context.watch(message);
                system.stop(message);
            }

            @Override
            public void receiveSignal(Signal signal) {
                if (signal instanceof Terminated(ActorRef<?> actor)) {
                    seen.complete(actor);
                }
            }
        });
        watcher.tell(ActorProxy.refOf(counter));
        assertThat((Object) get(seen)).isEqualTo(ActorProxy.refOf(counter));
    }

    @Test
    void shouldStopWithTheActorThatSpawnedIt() throws Exception {
        var child = new CompletableFuture<Counter>();
        ActorRef<String> parent = system.spawn("parent", context -> {
            child.complete(context.proxy("child", Counter.class, PlainCounter::new));
            return message -> {};
        });
        ActorRef<?> ref = ActorProxy.refOf(get(child));
        assertThat(ref.path()).isEqualTo("/test/parent/child");
        system.stop(parent);
        get(system.whenStopped(ref));
    }

    @Test
    void shouldBeNamedAfterInterfaceAndPath() {
        assertThat(counter()).hasToString("Counter[/test/counter]");
    }

    @Test
    void shouldLeaveNoActorBehindIfThereCanBeNoProxy() {
        assertThatThrownBy(() -> system.proxy(Comparable.class, () -> "text"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("compareTo");
        assertThat(system.snapshot().children()).isEmpty();
    }

    @Test
    void shouldThrowOnWhatMakingTheTargetThrows() {
        assertThatThrownBy(() -> system.proxy(Counter.class, () -> {
                    throw new IllegalStateException("no target");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no target");
        @SuppressWarnings("NullAway") // what a wrong supplier would return
        Supplier<Counter> nothing = () -> null;
        assertThatThrownBy(() -> system.proxy(Counter.class, nothing))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining(Counter.class.getName());
    }

    private static void add(Counter counter, int amount) {
        try {
            counter.add(amount);
        } catch (IOException e) {
            throw new AssertionError("a call throws nothing by itself", e);
        }
    }
}
