package dev.ropewalk.cluster.store;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityFactory;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes entities whose state is in a store. Immutable; each method returns a changed one.
 *
 * <ul>
 *   <li>An entity loads its state when it begins. If that fails it tries again, until {@link #timeout} is over.
 *   <li>Commands wait while it loads, and while a state is saved. No worker waits.
 *   <li>Answers are given when the state that they belong to is durable.
 *   <li>A save that fails is a failure of the entity. Its supervision has it begin anew, by default, and load what is in the store. Nobody knows then whether the state
 *       was saved, unless it was a {@link StoreConflictException}: whoever has asked gets no answer.
 *   <li>Messages of the outbox are sent when they are saved, and again if that fails or the entity begins anew.
 * </ul>
 *
 * @param <K> the type of the keys
 * @param <S> the type of the states
 * @param <M> the type of the commands
 * @param <O> the type of the messages in the outboxes
 */
public final class StoredEntity<K, S, M, O> implements EntityFactory<K, M> {
    private final EntityStore<K, S, O> store;
    private final StateLogic<K, S, M, O> logic;
    private final Settings<M> settings;

    private static final class Settings<M> extends BuilderSettings<Settings<M>> {
        Duration timeout = Duration.ofSeconds(30);
        int maxUndelivered = 100;
        Optional<M> wake = Optional.empty();
    }

    private StoredEntity(EntityStore<K, S, O> store, StateLogic<K, S, M, O> logic, Settings<M> settings) {
        this.store = store;
        this.logic = logic;
        this.settings = settings;
    }

    private StoredEntity<K, S, M, O> with(Consumer<Settings<M>> change) {
        return new StoredEntity<>(store, logic, settings.with(change));
    }

    /** Returns what makes entities of a store and a logic. */
    public static <K, S, M, O> StoredEntity<K, S, M, O> of(EntityStore<K, S, O> store, StateLogic<K, S, M, O> logic) {
        return new StoredEntity<>(
                Objects.requireNonNull(store, "store"), Objects.requireNonNull(logic, "logic"), new Settings<>());
    }

    /**
     * Sets how long a save may take, and all attempts to load together; 30 seconds by default. An attempt to load that gets no answer takes what is left of the time.
     *
     * @param value above zero
     */
    public StoredEntity<K, S, M, O> timeout(Duration value) {
        if (!Objects.requireNonNull(value, "timeout").isPositive()) {
            throw new IllegalArgumentException("timeout must be above zero, but is " + value);
        }
        return with(changed -> changed.timeout = value);
    }

    /**
     * Sets how many messages an outbox may have before commands wait for their delivery; 100 by default. A command may add more than one at a time. Entities that send to each other in a circle can all be
     * full, and wait for each other until somebody lets messages be delivered: their logic should answer as soon as it has saved.
     *
     * @param value at least 1
     */
    public StoredEntity<K, S, M, O> maxUndelivered(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("maxUndelivered must be at least 1, but is " + value);
        }
        return with(changed -> changed.maxUndelivered = value);
    }

    /**
     * Sets a command that changes nothing, which an entity sends to the next one of its key if it ends with an outbox that isn't empty, or may not be: it begins anew, elsewhere perhaps, and goes on
     * sending. Until it has sent all it isn't passivated for being idle, nor since too many are active: there may be more than {@code maxActive}. Without
     * it messages stay in the store until somebody sends to the entity.
     */
    public StoredEntity<K, S, M, O> wake(M value) {
        Optional<M> checked = Optional.of(Objects.requireNonNull(value, "wake"));
        return with(changed -> changed.wake = checked);
    }

    @Override
    public Actor<M> create(EntityContext<K, M> entity) {
        return new StoredActor<>(this, Objects.requireNonNull(entity, "entity"));
    }

    EntityStore<K, S, O> store() {
        return store;
    }

    StateLogic<K, S, M, O> logic() {
        return logic;
    }

    Duration timeout() {
        return settings.timeout;
    }

    int maxUndelivered() {
        return settings.maxUndelivered;
    }

    Optional<M> wake() {
        return settings.wake;
    }
}
