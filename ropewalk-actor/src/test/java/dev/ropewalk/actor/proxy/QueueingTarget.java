package dev.ropewalk.actor.proxy;

import dev.ropewalk.actor.ActorRef;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** A target that keeps the calls of a proxy until it is told to run them. */
public final class QueueingTarget implements ProxyTarget {
    private final ActorRef<Object> ref;
    private final Queue<Consumer<Object>> calls = new ArrayDeque<>();
    private final StringBuilder texts = new StringBuilder();

    public QueueingTarget(String path) {
        this.ref = new PathOnly(path);
    }

    /** Makes a proxy that runs its calls on an implementation at once. */
    public static <T> T direct(Class<T> type, T implementation) {
        return ProxyFactory.newProxy(type, new ProxyTarget() {
            @Override
            public void tell(Consumer<Object> call) {
                call.accept(implementation);
            }

            @Override
            public CompletableFuture<?> ask(Function<Object, Object> call) {
                return ((CompletionStage<?>) call.apply(implementation)).toCompletableFuture();
            }

            @Override
            public ActorRef<?> ref() {
                return new PathOnly("/direct");
            }
        });
    }

    @Override
    public void tell(Consumer<Object> call) {
        texts.append(call).append(' ');
        calls.add(call);
    }

    @Override
    public CompletableFuture<?> ask(Function<Object, Object> call) {
        texts.append(call).append(' ');
        var answer = new CompletableFuture<Object>();
        calls.add(implementation ->
                ((CompletionStage<?>) Objects.requireNonNull(call.apply(implementation))).thenAccept(answer::complete));
        return answer;
    }

    @Override
    public ActorRef<?> ref() {
        return ref;
    }

    /** Returns what the calls look like, with a space after each. */
    public String texts() {
        return texts.toString();
    }

    public void runOn(Object implementation) {
        while (!calls.isEmpty()) {
            calls.remove().accept(implementation);
        }
    }

    private record PathOnly(String path) implements ActorRef<Object> {
        @Override
        public void tell(Object message) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean tryTell(Object message) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean tell(Object message, Duration timeout) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Void> tellAsync(Object message) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <R> CompletableFuture<R> ask(Function<? super ActorRef<R>, ?> message, Duration timeout) {
            throw new UnsupportedOperationException();
        }
    }
}
