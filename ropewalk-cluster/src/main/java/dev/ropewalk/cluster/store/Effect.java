package dev.ropewalk.cluster.store;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.base.Attempts;
import dev.ropewalk.base.BuilderSettings;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a command has brought: a new state or none, messages that belong to it, and answers. First the state and the messages are saved, then the answers are
 * given and the messages sent. Immutable; each method returns a changed one. {@link StateLogic} has the methods that make one.
 *
 * @param <S> the type of the state
 * @param <O> the type of the messages
 */
public final class Effect<S, O> {
    private static final Effect<Object, Object> NONE = new Effect<>(new Parts<>());

    private final Parts<S, O> parts;

    private static final class Parts<S, O> extends BuilderSettings<Parts<S, O>> {
        Optional<S> state = Optional.empty();
        List<O> messages = List.of();
        List<Answer<?>> answers = List.of();
    }

    private record Answer<R>(ActorRef<R> to, R answer) {
        void give() {
            var ignored = to.tellAsync(answer); // the entity doesn't wait for whoever asks
        }
    }

    private Effect(Parts<S, O> parts) {
        this.parts = parts;
    }

    @SuppressWarnings("unchecked") // it has none of either
    static <S, O> Effect<S, O> none() {
        return (Effect<S, O>) NONE;
    }

    /** Has a new state saved. */
    Effect<S, O> save(S state) {
        Optional<S> checked = Optional.of(Objects.requireNonNull(state, "state"));
        return new Effect<>(parts.with(changed -> changed.state = checked));
    }

    /**
     * Has a message sent when the state is saved. It is saved in the same transaction, so that it is sent also if this node fails: see {@link StateLogic#deliver}.
     *
     * @throws IllegalStateException if no state is saved
     */
    public Effect<S, O> send(O message) {
        Objects.requireNonNull(message, "message");
        if (parts.state.isEmpty()) {
            throw new IllegalStateException("a message is sent with a state that is saved: call save first");
        }
        List<O> more = appended(parts.messages, message);
        return new Effect<>(parts.with(changed -> changed.messages = more));
    }

    /**
     * Has an answer given: when the state is saved, if one is. An answer that can't be given, for instance since it can't be encoded, is a failure of the entity, but only when all others are given; the
     * state stays saved.
     */
    public <R> Effect<S, O> answer(ActorRef<R> to, R answer) {
        var added = new Answer<>(Objects.requireNonNull(to, "to"), Objects.requireNonNull(answer, "answer"));
        List<Answer<?>> more = appended(parts.answers, added);
        return new Effect<>(parts.with(changed -> changed.answers = more));
    }

    private static <T> List<T> appended(List<T> list, T last) {
        return Stream.concat(list.stream(), Stream.of(last)).toList();
    }

    Optional<S> state() {
        return parts.state;
    }

    List<O> messages() {
        return parts.messages;
    }

    /** Gives all answers, then throws what went wrong with the first that could not be given. */
    void giveAnswers() {
        Attempts.each(parts.answers, Answer::give);
    }
}
