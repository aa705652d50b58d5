package dev.ropewalk.cluster.store;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.base.Durations;
import dev.ropewalk.base.Failures;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.idle.Passivated;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An entity whose state is in a store. It pauses while the store works, so that it never handles a command with a state that isn't durable. Its outbox is
 * sent beside it, until it ends or is restarted.
 */
final class StoredActor<K, S, M, O> implements Actor<M> {
    private final StoredEntity<K, S, M, O> type;
    private final EntityContext<K, M> entity;
    private final Delays delays;
    private final long deadline;

    /** The deliveries that go on, oldest first. */
    private final ArrayDeque<CompletableFuture<?>> undelivered = new ArrayDeque<>();

    /** As it is in the store; null while that isn't known. */
    private @Nullable S state;

    private long version;
    private @Nullable OutboxRelay<K, O> relay;

    /** Whether messages may be in the store that nobody sends here: until it is loaded, and while it isn't known what became of a save. */
    private boolean mayHaveMore = true;

    StoredActor(StoredEntity<K, S, M, O> type, EntityContext<K, M> entity) {
        this.type = type;
        this.entity = entity;
        this.delays = new Delays(entity.actor().scheduler());
        this.deadline = entity.actor().scheduler().nanoTime() + Durations.delayNanos(type.timeout());
        stayActive(true);
        load(Delays.FIRST);
    }

    /** Keeps this entity from being passivated while it would be woken at once, or lets that be so again. Any thread may call it. */
    private void stayActive(boolean value) {
        if (type.wake().isPresent() && entity instanceof Passivated slot) {
            slot.stayActive(value);
        }
    }

    // Loading

    private void load(Duration pauseBeforeNext) {
        Duration left = Duration.ofNanos(deadline - entity.actor().scheduler().nanoTime());
        entity.actor()
                .pauseUntil(
                        delays.within(
                                left,
                                "the state of " + entity.key() + " wasn't loaded",
                                () -> type.store().load(entity.key())),
                        (found, failure) -> {
                            if (failure == null) {
                                stayActive(false);
                                loaded(Objects.requireNonNull(found, "the store has loaded null"));
                            } else {
                                loadAgain(pauseBeforeNext, failure);
                            }
                        });
    }

    private void loadAgain(Duration pause, Throwable failure) {
        if (entity.actor().scheduler().nanoTime() + pause.toNanos() - deadline >= 0) {
            stayActive(false);
            throw Failures.unchecked(Delays.causeOf(failure));
        }
        entity.actor().pauseUntil(delays.after(pause), (nothing, never) -> load(Delays.next(pause)));
    }

    private void loaded(StoredState<S, O> found) {
        version = found.version();
        Optional<S> stored = found.state();
        state = stored.isPresent() ? stored.get() : type.logic().initial(entity.key());
        stayActive(!found.outbox().isEmpty());
        send(found.outbox());
        mayHaveMore = false;
        waitForRoom();
    }

    // Commands

    @Override
    public void receive(M command) throws Exception {
        if (state == null) {
            throw new IllegalStateException(entity.self().path()
                    + " doesn't know what is in the store: a save has failed, and its supervision has resumed it");
        }
        Effect<S, O> effect = Objects.requireNonNull(
                type.logic().handle(entity, state, command),
                () -> type.logic().getClass().getName() + ".handle has returned null at "
                        + entity.self().path());
        Optional<S> changed = effect.state();
        if (changed.isEmpty()) {
            effect.giveAnswers();
            return;
        }
        StateChange<S, O> change = StateChange.numbered(version, changed.get(), effect.messages());
        mayHaveMore = !change.messages().isEmpty();
        entity.actor()
                .pauseUntil(
                        delays.within(
                                type.timeout(),
                                "the state of " + entity.key() + " wasn't saved",
                                () -> type.store().save(entity.key(), change)),
                        (nothing, failure) -> {
                            if (failure != null) {
                                state = null;
                                throw Failures.unchecked(Delays.causeOf(failure));
                            }
                            saved(change, effect);
                        });
    }

    private void saved(StateChange<S, O> change, Effect<S, O> effect) {
        state = change.state();
        version = change.newVersion();
        send(change.messages());
        mayHaveMore = false;
        effect.giveAnswers();
        waitForRoom();
    }

    // The outbox

    private void send(List<OutboxMessage<O>> messages) {
        for (OutboxMessage<O> message : messages) {
            if (relay == null) {
                relay = new OutboxRelay<>(type, entity, delays, this::stayActive);
            }
            undelivered.addLast(relay.send(message));
        }
    }

    private void forgetDelivered() {
        while (!undelivered.isEmpty() && undelivered.getFirst().isDone()) {
            undelivered.removeFirst();
        }
    }

    private void waitForRoom() {
        forgetDelivered();
        if (undelivered.size() >= type.maxUndelivered()) {
            entity.actor().pauseUntil(undelivered.getFirst(), (nothing, failure) -> waitForRoom());
        }
    }

    private void endRelay() {
        if (relay != null) {
            relay.end();
        }
    }

    @Override
    public void preRestart(Throwable cause) {
        endRelay();
    }

    @Override
    public void postStop() {
        endRelay();
        forgetDelivered();
        Optional<M> wake = type.wake();
        if ((mayHaveMore || !undelivered.isEmpty()) && wake.isPresent()) {
            var ignored = entity.self().tellAsync(wake.get());
        }
    }
}
