package dev.ropewalk.actor;

import dev.ropewalk.base.Names;
import dev.ropewalk.scheduler.Placement;
import java.util.Objects;
import java.util.Optional;

/**
 * How an actor is spawned. Immutable; each method returns a copy with one thing changed.
 *
 * @param <M> the type of messages that the mailbox looks at, {@code Object} if at none
 */
public final class ActorOptions<M> {
    private static final int DEFAULT_STASH_CAPACITY = 1000;
    private static final ActorOptions<Object> DEFAULTS = new ActorOptions<>(
            Optional.empty(), Mailbox.unbounded(), Optional.empty(), Placement.SOFT, DEFAULT_STASH_CAPACITY);

    private final Optional<String> name;
    private final Mailbox<M> mailbox;
    private final Optional<Supervision> supervision;
    private final Placement placement;
    private final int stashCapacity;

    private ActorOptions(
            Optional<String> name,
            Mailbox<M> mailbox,
            Optional<Supervision> supervision,
            Placement placement,
            int stashCapacity) {
        this.name = name;
        this.mailbox = mailbox;
        this.supervision = supervision;
        this.placement = placement;
        this.stashCapacity = stashCapacity;
    }

    /** Returns the defaults: no name, an unbounded mailbox, the system's supervision, soft affinity, a stash of 1000. */
    public static ActorOptions<Object> defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the name, the last part of the actor's path. Without one the actor gets a number.
     *
     * @throws IllegalArgumentException if it is empty, contains a slash, or begins with a {@code $}
     */
    public ActorOptions<M> name(String value) {
        Objects.requireNonNull(value, "name");
        if (value.isEmpty() || value.indexOf('/') >= 0 || value.charAt(0) == '$') {
            throw new IllegalArgumentException(
                    "a name must not be empty, contain '/' or begin with '$', but is '" + Names.shown(value) + "'");
        }
        return new ActorOptions<>(Optional.of(value), mailbox, supervision, placement, stashCapacity);
    }

    /** Takes the name away: the actor gets a number. */
    public ActorOptions<M> unnamed() {
        return new ActorOptions<>(Optional.empty(), mailbox, supervision, placement, stashCapacity);
    }

    /** Sets the kind of mailbox. */
    public <T> ActorOptions<T> mailbox(Mailbox<T> value) {
        return new ActorOptions<>(
                name, Objects.requireNonNull(value, "mailbox"), supervision, placement, stashCapacity);
    }

    /**
     * Sets how the actor supervises its children; without it the system's way is taken. How the actor itself is supervised is
     * its parent's affair, as in Erlang: set it in the options of the parent, or for actors at the top by {@link
     * ActorSystemBuilder#supervision}. It reaches one level: grandchildren are supervised as the options of the children say.
     */
    public ActorOptions<M> childSupervision(Supervision value) {
        return new ActorOptions<>(
                name,
                mailbox,
                Optional.of(Objects.requireNonNull(value, "childSupervision")),
                placement,
                stashCapacity);
    }

    /** Sets where the actor may run. */
    public ActorOptions<M> placement(Placement value) {
        return new ActorOptions<>(
                name, mailbox, supervision, Objects.requireNonNull(value, "placement"), stashCapacity);
    }

    /**
     * Sets how many messages the stash may hold.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public ActorOptions<M> stashCapacity(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("stashCapacity must be at least 1, but is " + value);
        }
        return new ActorOptions<>(name, mailbox, supervision, placement, value);
    }

    /** Returns the name, if one is set. */
    public Optional<String> name() {
        return name;
    }

    /** Returns the kind of mailbox. */
    public Mailbox<M> mailbox() {
        return mailbox;
    }

    /** Returns how the actor supervises its children, if that is set. */
    public Optional<Supervision> childSupervision() {
        return supervision;
    }

    /** Returns where the actor may run. */
    public Placement placement() {
        return placement;
    }

    /** Returns how many messages the stash may hold. */
    public int stashCapacity() {
        return stashCapacity;
    }
}
