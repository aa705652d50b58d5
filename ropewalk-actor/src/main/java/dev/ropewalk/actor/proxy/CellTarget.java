package dev.ropewalk.actor.proxy;

import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.cell.Cell;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Sends the calls of a proxy to an actor. */
public record CellTarget(Cell<Consumer<Object>> cell) implements ProxyTarget {
    /** Returns what makes the behaviour of the actor: it makes the calls on an implementation of its own. */
    public static <T> ActorFactory<Consumer<Object>> factory(Class<T> type, Supplier<? extends T> target) {
        return context -> {
            T implementation = type.cast(
                    Objects.requireNonNull(target.get(), () -> "the target of " + type.getName() + " is null"));
            return call -> call.accept(implementation);
        };
    }

    @Override
    public void tell(Consumer<Object> call) {
        cell.tell(call);
    }

    @Override
    public CompletableFuture<?> ask(Function<Object, Object> call) {
        var answer = new CompletableFuture<Object>();
        cell.sendAsked(new Question(call, answer), answer);
        if (!answer.isDone()) {
            cell.system().pendingAsks().add(answer, cell.path());
        }
        return answer;
    }

    @Override
    public ActorRef<?> ref() {
        return cell;
    }

    /** A call with a result. What the method throws completes the answer too: that is the actor's part, as for any message. */
    private record Question(Function<Object, Object> call, CompletableFuture<Object> answer)
            implements Consumer<Object> {
        @Override
        public void accept(Object implementation) {
            Object stage = call.apply(implementation);
            if (stage == null) {
                throw new NullPointerException(
                        call + " of " + implementation.getClass().getName() + " returned null, not a stage");
            }
            var _ = ((CompletionStage<?>) stage).whenComplete((result, failure) -> {
                if (failure == null) {
                    answer.complete(result);
                } else {
                    answer.completeExceptionally(failure);
                }
            });
        }

        @Override
        public String toString() {
            return call.toString();
        }
    }
}
