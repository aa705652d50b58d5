package dev.ropewalk.cluster;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.cluster.store.RememberedKeys;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * How the entities of a type live. Immutable; each method returns changed options.
 *
 * @param <M> the type of the messages that the options are for
 */
public final class EntityOptions<M> {
    private static final int DEFAULT_HAND_OVER_BYTES = 64 << 10;
    private static final int MAX_HAND_OVER_BYTES = 1 << 20;
    private static final EntityOptions<Object> DEFAULTS = new EntityOptions<>(ActorOptions.defaults(), new Settings());

    private final ActorOptions<M> actor;
    private final Settings settings;

    /** What can be set beside the actor, with its defaults. */
    private static final class Settings extends BuilderSettings<Settings> {
        Supervision supervision = Supervision.restart();
        Duration idleTime = Duration.ofMinutes(2);
        boolean passivateIdle = true;
        OptionalInt maxActive = OptionalInt.empty();
        Optional<Class<?>> handOver = Optional.empty();
        int handOverBytes = DEFAULT_HAND_OVER_BYTES;
        Optional<String> role = Optional.empty();
        Optional<Remembered<?>> remembered = Optional.empty();
    }

    /** Where the keys of remembered entities are kept. */
    private record Remembered<K>(Class<K> keyType, RememberedKeys<K> keys) {}

    private EntityOptions(ActorOptions<M> actor, Settings settings) {
        this.actor = actor;
        this.settings = settings;
    }

    private EntityOptions<M> with(Consumer<Settings> change) {
        return new EntityOptions<>(actor, settings.with(change));
    }

    /**
     * Returns the defaults: those of {@link ActorOptions}, a restart with the next message when an entity fails, an end after two
     * minutes without a message, and any number of active entities.
     */
    public static EntityOptions<Object> defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the options of the actor that an entity is: its mailbox, its placement, how it treats its children, its stash.
     *
     * @throws IllegalArgumentException if they have a name: an entity is known by its key
     */
    public <T> EntityOptions<T> actor(ActorOptions<T> value) {
        Objects.requireNonNull(value, "actor").name().ifPresent(name -> {
            throw new IllegalArgumentException("the actor of an entity can't have a name, but has '" + name + "'");
        });
        return new EntityOptions<>(value, settings);
    }

    /**
     * Sets how an entity is treated that fails; {@link Supervision#restart()} by default.
     *
     * <p>A failure that is {@linkplain dev.ropewalk.actor.Directive#ESCALATE escalated} is one of all entities of the type, about which the supervision of the
     * system decides. If it says to restart, as it does by default, all that are active stop at once, and what waits for them becomes dead letters. What is sent from then on
     * begins others. If it says to stop, no entity of the type begins any more.
     */
    public EntityOptions<M> supervision(Supervision value) {
        Supervision checked = Objects.requireNonNull(value, "supervision");
        return with(changed -> changed.supervision = checked);
    }

    /**
     * Sets after which time without a message from outside an entity is passivated; two minutes by default. It may be a quarter longer. What an entity
     * sends to its own actor, by a timer for instance, doesn't count.
     *
     * @param value at least a millisecond
     */
    public EntityOptions<M> idleTime(Duration value) {
        if (Objects.requireNonNull(value, "idleTime").compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("idleTime must be at least 1 ms, but is " + value);
        }
        return with(changed -> changed.idleTime = value);
    }

    /** Sets whether an entity is passivated when it is idle; true by default. Those that are {@linkplain #remembered(Class, RememberedKeys) remembered} aren't in any case. */
    public EntityOptions<M> passivateIdle(boolean value) {
        return with(changed -> changed.passivateIdle = value);
    }

    /**
     * Sets how many entities of the type may be active. When there are more, one is passivated that nothing was sent to for long. As that
     * ends a moment later, there may be some more for a while.
     *
     * @param value at least 1
     */
    public EntityOptions<M> maxActive(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("maxActive must be at least 1, but is " + value);
        }
        return with(changed -> changed.maxActive = OptionalInt.of(value));
    }

    /**
     * Sets of which type the state is that entities hand over when their shard moves to another node as planned: see {@link HandsOver}. Without it they hand none over.
     *
     * @param stateType which the cluster's codecs must know
     */
    public EntityOptions<M> handOver(Class<?> stateType) {
        Optional<Class<?>> checked = Optional.of(Objects.requireNonNull(stateType, "stateType"));
        return with(changed -> changed.handOver = checked);
    }

    /**
     * Sets how many bytes a state may have that is handed over; 64 KiB by default. What is larger is logged and stays behind. So does what is more than 64 MiB of all entities of a node.
     *
     * @param value from 1 to 1 MiB
     */
    public EntityOptions<M> handOverBytes(int value) {
        if (value < 1 || value > MAX_HAND_OVER_BYTES) {
            throw new IllegalArgumentException(
                    "handOverBytes must be from 1 to " + MAX_HAND_OVER_BYTES + ", but is " + value);
        }
        return with(changed -> changed.handOverBytes = value);
    }

    /**
     * Sets which nodes entities of the type live on: those that have this {@linkplain ClusterOptions#roles(java.util.Set) role}; all by default. Any other node that
     * hosts the type with these options only sends to it. While no node of the role is up, messages wait as they do for a shard without an owner, and are lost in the end
     * for {@link MessageLoss.Reason#NO_PLACE}. A {@linkplain Cluster#local local cluster} has all roles.
     *
     * <p>All nodes must name the same role for a type, or entities of one key could live twice. Nodes tell each other: one that hosts a type by another role than it has
     * heard of is refused, and what is heard too late for that is logged as an error.
     *
     * @param value a name of up to 64 letters, digits and hyphens
     */
    public EntityOptions<M> role(String value) {
        Optional<String> checked = Optional.of(ClusterOptions.requireRole(value));
        return with(changed -> changed.role = checked);
    }

    /**
     * Has entities be remembered: they begin again by themselves on the next owner, when their shard moves or their node fails, and when the cluster is started again. By
     * default entities begin when something is sent to them. Their keys are in a store of the program.
     *
     * <p>An entity is remembered before it handles its first message: it waits until the store has its key. So one that has answered is remembered. If its node fails in
     * between it is remembered, but has handled nothing. While the store doesn't answer, entities that are remembered already go on.
     *
     * <p>It is forgotten when it ends for good: when it calls {@link EntityContext#passivate}, or somebody calls {@link Entities#passivate}, and nothing has been sent to
     * it since. If the node fails before the store has heard of that, the entity begins once more. Whatever else ends an entity doesn't have it forgotten: a failure, a
     * supervisor that stops it, the end of its node. Idle entities aren't passivated. Those that end because there are more than {@link #maxActive} begin again with the
     * next message, or on the next owner. No more than that are begun.
     *
     * <p>Many that begin at once begin some at a time, about ten thousand a second on each node. A singleton can't be remembered, as it begins by itself.
     *
     * @param keyType of which the keys of the type are
     */
    public <K> EntityOptions<M> remembered(Class<K> keyType, RememberedKeys<K> keys) {
        var checked =
                new Remembered<>(Objects.requireNonNull(keyType, "keyType"), Objects.requireNonNull(keys, "keys"));
        return with(changed -> changed.remembered = Optional.of(checked));
    }

    /** Returns the options of the actor that an entity is. */
    public ActorOptions<M> actor() {
        return actor;
    }

    /** Returns how an entity is treated that fails. */
    public Supervision supervision() {
        return settings.supervision;
    }

    /** Returns after which time an idle entity is passivated, if any is. */
    public Duration idleTime() {
        return settings.idleTime;
    }

    /** Returns whether idle entities are passivated. */
    public boolean passivateIdle() {
        return settings.passivateIdle;
    }

    /** Returns how many entities may be active, empty if any number. */
    public OptionalInt maxActive() {
        return settings.maxActive;
    }

    /** Returns of which type the state is that entities hand over, empty if they hand none over. */
    public Optional<Class<?>> handOver() {
        return settings.handOver;
    }

    /** Returns how many bytes a state may have that is handed over. */
    public int handOverBytes() {
        return settings.handOverBytes;
    }

    /** Returns whether entities are remembered. */
    public boolean isRemembered() {
        return settings.remembered.isPresent();
    }

    /**
     * Returns where the keys of remembered entities are kept, empty if they aren't remembered.
     *
     * @throws IllegalArgumentException if they are kept for keys of another type
     */
    @SuppressWarnings("unchecked") // the types are the same
    public <K> Optional<RememberedKeys<K>> remembered(Class<K> keyType) {
        Objects.requireNonNull(keyType, "keyType");
        Remembered<?> found = settings.remembered.orElse(null);
        if (found == null) {
            return Optional.empty();
        }
        if (!found.keyType.equals(keyType)) {
            throw new IllegalArgumentException("remembered keys are of " + found.keyType.getName()
                    + ", but those of the entities are of " + keyType.getName());
        }
        return Optional.of((RememberedKeys<K>) found.keys);
    }

    /** Returns which role the nodes have that entities live on, empty if all nodes. */
    public Optional<String> role() {
        return settings.role;
    }
}
