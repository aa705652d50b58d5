package dev.ropewalk.cluster;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.Supervision;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How the entities of a type live. Immutable; each method returns changed options.
 *
 * @param <M> the type of the messages that the options are for
 */
public final class EntityOptions<M> {
    private static final int DEFAULT_HAND_OVER_BYTES = 64 << 10;
    private static final int MAX_HAND_OVER_BYTES = 1 << 20;
    private static final EntityOptions<Object> DEFAULTS = new EntityOptions<>(
            ActorOptions.defaults(),
            Supervision.restart(),
            Duration.ofMinutes(2),
            true,
            OptionalInt.empty(),
            Optional.empty(),
            DEFAULT_HAND_OVER_BYTES);

    private final ActorOptions<M> actor;
    private final Supervision supervision;
    private final Duration idleTime;
    private final boolean passivateIdle;
    private final OptionalInt maxActive;
    private final Optional<Class<?>> handOver;
    private final int handOverBytes;

    private EntityOptions(
            ActorOptions<M> actor,
            Supervision supervision,
            Duration idleTime,
            boolean passivateIdle,
            OptionalInt maxActive,
            Optional<Class<?>> handOver,
            int handOverBytes) {
        this.actor = actor;
        this.supervision = supervision;
        this.idleTime = idleTime;
        this.passivateIdle = passivateIdle;
        this.maxActive = maxActive;
        this.handOver = handOver;
        this.handOverBytes = handOverBytes;
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
        return new EntityOptions<>(value, supervision, idleTime, passivateIdle, maxActive, handOver, handOverBytes);
    }

    /**
     * Sets how an entity is treated that fails; {@link Supervision#restart()} by default.
     *
     * <p>A failure that is {@linkplain dev.ropewalk.actor.Directive#ESCALATE escalated} is one of all entities of the type, about which the supervision of the
     * system decides. If it says to restart, as it does by default, all that are active stop at once, and what waits for them becomes dead letters. What is sent from then on
     * begins others. If it says to stop, no entity of the type begins any more.
     */
    public EntityOptions<M> supervision(Supervision value) {
        return new EntityOptions<>(
                actor,
                Objects.requireNonNull(value, "supervision"),
                idleTime,
                passivateIdle,
                maxActive,
                handOver,
                handOverBytes);
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
        return new EntityOptions<>(actor, supervision, value, passivateIdle, maxActive, handOver, handOverBytes);
    }

    /** Sets whether an entity is passivated when it is idle; true by default. */
    public EntityOptions<M> passivateIdle(boolean value) {
        return new EntityOptions<>(actor, supervision, idleTime, value, maxActive, handOver, handOverBytes);
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
        return new EntityOptions<>(
                actor, supervision, idleTime, passivateIdle, OptionalInt.of(value), handOver, handOverBytes);
    }

    /**
     * Sets of which type the state is that entities hand over when their shard moves to another node as planned: see {@link HandsOver}. Without it they hand none over.
     *
     * @param stateType which the cluster's codecs must know
     */
    public EntityOptions<M> handOver(Class<?> stateType) {
        Objects.requireNonNull(stateType, "stateType");
        return new EntityOptions<>(
                actor, supervision, idleTime, passivateIdle, maxActive, Optional.of(stateType), handOverBytes);
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
        return new EntityOptions<>(actor, supervision, idleTime, passivateIdle, maxActive, handOver, value);
    }

    /** Returns the options of the actor that an entity is. */
    public ActorOptions<M> actor() {
        return actor;
    }

    /** Returns how an entity is treated that fails. */
    public Supervision supervision() {
        return supervision;
    }

    /** Returns after which time an idle entity is passivated, if any is. */
    public Duration idleTime() {
        return idleTime;
    }

    /** Returns whether idle entities are passivated. */
    public boolean passivateIdle() {
        return passivateIdle;
    }

    /** Returns how many entities may be active, empty if any number. */
    public OptionalInt maxActive() {
        return maxActive;
    }

    /** Returns of which type the state is that entities hand over, empty if they hand none over. */
    public Optional<Class<?>> handOver() {
        return handOver;
    }

    /** Returns how many bytes a state may have that is handed over. */
    public int handOverBytes() {
        return handOverBytes;
    }
}
