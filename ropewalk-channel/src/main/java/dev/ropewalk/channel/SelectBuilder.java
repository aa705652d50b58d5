package dev.ropewalk.channel;

import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.base.Lists;
import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.Closure;
import dev.ropewalk.channel.core.ForwardingSender;
import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.channel.core.Outcomes;
import dev.ropewalk.channel.scope.VirtualProcess;
import dev.ropewalk.channel.select.ChannelSelect;
import dev.ropewalk.channel.select.Clause;
import dev.ropewalk.channel.select.ClauseSpec;
import dev.ropewalk.channel.select.ForwardClause;
import dev.ropewalk.channel.select.ReceiveClause;
import dev.ropewalk.channel.select.SelectPolicy;
import dev.ropewalk.channel.select.SendClause;
import dev.ropewalk.scheduler.park.Parking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link Select}: clauses in their order, each perhaps with a guard, and what happens if none can be chosen.
 * Immutable: each method returns a changed copy. So parties that choose alike can build their selects with one builder; elements,
 * guards and actions are then called by all of them.
 *
 * @param <R> the type of what the actions return
 */
@CheckReturnValue
public final class SelectBuilder<R> {
    private final SelectPolicy policy;
    private final Settings<R> settings;

    /** What can be set, with its defaults. */
    private static final class Settings<R> extends BuilderSettings<Settings<R>> {
        List<ClauseSpec<R>> clauses = List.of();

        @Nullable
        Supplier<? extends R> otherwise;

        @Nullable
        Supplier<? extends R> onTimeout;

        long timeoutNanos = Parking.FOREVER;
    }

    SelectBuilder(SelectPolicy policy) {
        this(policy, new Settings<>());
    }

    private SelectBuilder(SelectPolicy policy, Settings<R> settings) {
        this.policy = policy;
        this.settings = settings;
    }

    private SelectBuilder<R> with(Consumer<Settings<R>> change) {
        return new SelectBuilder<>(policy, settings.with(change));
    }

    /**
     * Adds a clause that receives. If it is chosen because the channel has ended, the select throws {@link
     * ChannelClosedException} or {@link ChannelFailedException}.
     */
    @SuppressWarnings("unchecked") // only elements are sent
    public <T> SelectBuilder<R> receive(Receiver<T> from, Function<? super T, ? extends R> action) {
        Objects.requireNonNull(action, "action");
        LockedChannel<T> channel = channel(from);
        return add(() -> new ReceiveClause<>(channel, outcome -> {
            if (outcome instanceof Closure closure) {
                throw closure.exception(channel.name());
            }
            return action.apply((T) outcome);
        }));
    }

    /** Adds a clause that receives, and whose action is told by the result if the channel has ended. */
    public <T> SelectBuilder<R> receiveResult(
            Receiver<T> from, Function<? super ReceiveResult<T>, ? extends R> action) {
        Objects.requireNonNull(action, "action");
        LockedChannel<T> channel = channel(from);
        return add(() -> new ReceiveClause<>(channel, outcome -> action.apply(Outcomes.<T>toReceiveResult(outcome))));
    }

    /**
     * Adds a clause that sends. If it is chosen because the channel has ended, the select throws {@link
     * ChannelClosedException} or {@link ChannelFailedException}.
     *
     * @param element called once in each round in which the clause takes part, whether or not it is chosen then
     */
    public <T> SelectBuilder<R> send(Sender<T> to, Supplier<? extends T> element, Supplier<? extends R> action) {
        Objects.requireNonNull(action, "action");
        return addSend(to, element, outcome -> {
            if (outcome instanceof Closure closure) {
                throw closure.exception(to.name());
            }
            return action.get();
        });
    }

    /**
     * Adds a clause that sends, and whose action is told by the result if the channel has ended.
     *
     * @param element called once in each round in which the clause takes part, whether or not it is chosen then
     */
    public <T> SelectBuilder<R> sendResult(
            Sender<T> to, Supplier<? extends T> element, Function<? super SendResult, ? extends R> action) {
        Objects.requireNonNull(action, "action");
        return addSend(to, element, outcome -> action.apply(Outcomes.toSendResult(outcome)));
    }

    /**
     * Adds a clause that waits until a process has ended, however that comes; its {@link ScopedProcess#state} and {@link
     * ScopedProcess#result} tell. It can be chosen in each round from then on.
     *
     * <p>A callback of {@link Select#selectAsync} whose executor runs it at once, in the thread that gives it, runs in the
     * process that ends, before that leaves its scope, or in a thread that joins the process at that moment. So it must not
     * block: the scope waits for it.
     */
    public SelectBuilder<R> join(ScopedProcess<?> process, Supplier<? extends R> action) {
        Objects.requireNonNull(process, "process");
        Objects.requireNonNull(action, "action");
        ChannelCore<?> end = VirtualProcess.of(process).end();
        return add(() -> new ReceiveClause<>(end, outcome -> action.get()));
    }

    /**
     * Adds a guard to the clause that was added last: in a round for which it says no, the clause takes no part.
     *
     * @param guard called at the beginning of each round
     * @throws IllegalStateException if there is no clause yet, or it has a guard
     */
    public SelectBuilder<R> when(BooleanSupplier guard) {
        Objects.requireNonNull(guard, "guard");
        if (settings.clauses.isEmpty()) {
            throw new IllegalStateException("a guard belongs to the clause before it, but there is none yet");
        }
        var clauses = new ArrayList<>(settings.clauses);
        clauses.set(clauses.size() - 1, clauses.getLast().when(guard));
        return with(changed -> changed.clauses = List.copyOf(clauses));
    }

    /**
     * Sets what is done if no clause could be chosen in time.
     *
     * @param timeout from the beginning of each round; zero or less doesn't wait
     * @throws IllegalStateException if there is a timeout already, or an {@link #otherwise}
     */
    public SelectBuilder<R> timeout(Duration timeout, Supplier<? extends R> action) {
        long nanos = Parking.nanos(timeout);
        Objects.requireNonNull(action, "action");
        if (settings.onTimeout != null) {
            throw new IllegalStateException("the select has a timeout already, of " + settings.timeoutNanos + " ns");
        }
        if (settings.otherwise != null) {
            throw new IllegalStateException("a select with an otherwise never waits, and can't have a timeout");
        }
        return with(changed -> {
            changed.timeoutNanos = nanos;
            changed.onTimeout = action;
        });
    }

    /**
     * Sets what is done if no clause can be chosen at once: the select never waits.
     *
     * @throws IllegalStateException if there is an {@code otherwise} already, or a {@link #timeout}
     */
    public SelectBuilder<R> otherwise(Supplier<? extends R> action) {
        Objects.requireNonNull(action, "action");
        if (settings.otherwise != null) {
            throw new IllegalStateException("the select has an otherwise already");
        }
        if (settings.onTimeout != null) {
            throw new IllegalStateException(
                    "a select with a timeout, of " + settings.timeoutNanos + " ns, waits, and can't have an otherwise");
        }
        return with(changed -> changed.otherwise = action);
    }

    /**
     * Returns a select, for one party. Each party builds its own.
     *
     * @throws IllegalStateException if it could never do anything, because it has neither a clause nor a timeout nor an
     *     {@code otherwise}
     */
    public Select<R> build() {
        if (settings.clauses.isEmpty() && settings.onTimeout == null && settings.otherwise == null) {
            throw new IllegalStateException("a select without clauses, timeout and otherwise would wait for ever");
        }
        List<Clause<R>> clauses = ClauseSpec.make(settings.clauses);
        return new ChannelSelect<>(policy, clauses, settings.otherwise, settings.onTimeout, settings.timeoutNanos);
    }

    private SelectBuilder<R> add(Supplier<Clause<R>> clause) {
        List<ClauseSpec<R>> more = Lists.with(settings.clauses, new ClauseSpec<>(clause, null));
        return with(changed -> changed.clauses = more);
    }

    private <T> SelectBuilder<R> addSend(
            Sender<T> to, Supplier<? extends T> element, Function<Object, ? extends R> action) {
        if (to instanceof ForwardingSender<T> forwarding) {
            Objects.requireNonNull(element, "element");
            return add(() -> new ForwardClause<>(forwarding, element, action));
        }
        LockedChannel<T> channel = channel(to);
        Objects.requireNonNull(element, "element");
        return add(() -> new SendClause<>(channel, element, action));
    }

    private static <T> LockedChannel<T> channel(Receiver<T> from) {
        return LockedChannel.of(Objects.requireNonNull(from, "from"));
    }

    private static <T> LockedChannel<T> channel(Sender<T> to) {
        return LockedChannel.of(Objects.requireNonNull(to, "to"));
    }
}
