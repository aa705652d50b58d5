package dev.ropewalk.channel;

import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.Parking;
import dev.ropewalk.channel.core.Signal;
import dev.ropewalk.channel.core.Spinning;
import dev.ropewalk.channel.select.CallbackSelection;
import dev.ropewalk.channel.select.ChannelLocks;
import dev.ropewalk.channel.select.Clause;
import dev.ropewalk.channel.select.SelectPolicy;
import dev.ropewalk.channel.select.SelectWaiter;
import dev.ropewalk.channel.select.Selection;
import dev.ropewalk.channel.select.ThreadSelection;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.internal.StackRoom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for whichever of several sends and receives can happen first, makes exactly that one happen, and runs its action. It
 * is built once and used for as many rounds as needed.
 *
 * <p>If several clauses can be chosen, the policy decides:
 * <ul>
 *   <li>{@link #inOrder}: the first of them, in the order in which they were added. A clause may starve those behind it.
 *   <li>{@link #random}: any of them, each as likely as the others.
 *   <li>{@link #fair}: the first of them behind the clause that was chosen last. A clause that can always be chosen is chosen
 *       at least once in as many rounds as there are clauses.
 * </ul>
 *
 * <p>The same channel may stand in several clauses; the policy decides among them, too, also once the party had to wait. A receive from a channel that has ended, and a send to one, can be chosen
 * at once. If nothing can be, the party waits in all channels, as one among the others there and in its turn. When it is
 * decided, cancelled, or its time is up, it leaves all of them; a timed wait takes no thread.
 *
 * <p>A select is for one party at a time, and remembers its last choice; each party builds its own. Actions, guards and
 * elements are called by the party itself and outside of all locks, and may use channels and other selects.
 *
 * <p>Guarded alternatives are Dijkstra's, the choice among communications Hoare's; that a select tries all its channels under
 * their locks, taken in a fixed order, is Go's.
 *
 * {@snippet :
 * Select<String> select = Select.<String>fair()
 *         .receive(orders, order -> "order " + order)
 *         .send(reports, this::report, () -> "reported")
 *         .when(this::hasReport)
 *         .timeout(Duration.ofSeconds(1), () -> "nothing to do")
 *         .build();
 * while (running) {
 *     log(select.select());
 * }
 * }
 *
 * @param <R> the type of what the actions return
 */
public final class Select<R> {
    private final SelectPolicy policy;
    private final List<Clause<R>> clauses;
    private final @Nullable Supplier<? extends R> otherwise;
    private final @Nullable Supplier<? extends R> onTimeout;
    private final long timeoutNanos;
    private final ChannelLocks locks;
    private final int[] order;
    private final @Nullable Spinning spinning;

    /** The number behind that of the clause that was chosen last. */
    private int start;

    /** What the chosen clause has brought. */
    private @Nullable Object brought;

    /** Whether a round is under way. Read and written without care: it only has to catch most misuse. */
    private boolean busy;

    Select(
            SelectPolicy policy,
            List<Clause<R>> clauses,
            @Nullable Supplier<? extends R> otherwise,
            @Nullable Supplier<? extends R> onTimeout,
            long timeoutNanos) {
        this.policy = policy;
        this.clauses = List.copyOf(clauses);
        this.otherwise = otherwise;
        this.onTimeout = onTimeout;
        this.timeoutNanos = timeoutNanos;
        this.locks = new ChannelLocks(
                clauses.stream().<ChannelCore<?>>map(Clause::channel).toList());
        this.spinning = clauses.stream().allMatch(clause -> clause.channel().isWorthSpinning()) ? new Spinning() : null;
        this.order = new int[clauses.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
    }

    /** Returns a builder of selects that choose the first clause that can be chosen. */
    public static <R> SelectBuilder<R> inOrder() {
        return new SelectBuilder<>(SelectPolicy.IN_ORDER);
    }

    /** Returns a builder of selects that choose at random. */
    public static <R> SelectBuilder<R> random() {
        return new SelectBuilder<>(SelectPolicy.RANDOM);
    }

    /** Returns a builder of selects that choose in turn. */
    public static <R> SelectBuilder<R> fair() {
        return new SelectBuilder<>(SelectPolicy.FAIR);
    }

    /**
     * Makes a round: chooses a clause, waiting if need be, and runs its action in the calling thread.
     *
     * @return what the action has returned
     * @throws InterruptedException if the thread was interrupted before or while this waits; nothing was sent or received
     * @throws ChannelClosedException if the chosen channel has ended, and its clause doesn't take results
     * @throws IllegalStateException if another round is under way, or every clause is shut by its guard and there is neither a
     *     timeout nor an {@code otherwise}
     */
    public R select() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before a select");
        }
        int first = begin();
        Clause<R> chosen = chooseReady(first);
        if (chosen == null) {
            ThreadSelection wait = new ThreadSelection(order.length, spinning);
            chosen = chooseOrQueue(first, wait);
            if (chosen == null && mayWait()) {
                chosen = await(wait);
            }
        }
        return chosen == null ? finishWithout() : finish(chosen, take());
    }

    /** Returns the chosen clause, or null if the time was up. */
    private @Nullable Clause<R> await(ThreadSelection wait) throws InterruptedException {
        boolean woken = false;
        boolean interrupted = true;
        try {
            woken = Parking.await(wait, timeoutNanos);
            interrupted = false;
        } finally {
            wait.leave();
            if (interrupted) {
                release();
            }
        }
        return woken ? adopt(wait.chosen()) : null;
    }

    /**
     * Makes a round without a waiting thread: the executor runs the action, and then the callback with what it has returned.
     * Neither ever runs in the calling thread by this method itself. What the action throws, such as {@link
     * ChannelClosedException}, is thrown to the executor; clauses that take results can tell the end. If the executor rejects
     * the callback, an element that was received is undelivered.
     *
     * @param executor what runs the action and the callback; a strand if the select has a timeout, so that the strand's
     *     scheduler can time it
     * @return lets the caller change its mind
     * @throws IllegalArgumentException if the select has a timeout, and the executor isn't a strand
     * @throws IllegalStateException if another round is under way, or every clause is shut by its guard and there is neither a
     *     timeout nor an {@code otherwise}
     */
    public PendingOperation selectAsync(Executor executor, Consumer<? super R> callback) {
        Objects.requireNonNull(executor, "executor");
        Objects.requireNonNull(callback, "callback");
        if (onTimeout != null && !(executor instanceof Strand)) {
            throw new IllegalArgumentException(
                    "a select with a timeout needs a strand, whose scheduler times it, but got " + executor);
        }
        int first = begin();
        CallbackSelection<R> wait = new CallbackSelection<>(this, order.length, executor, callback);
        Clause<R> chosen = chooseReady(first);
        if (chosen == null) {
            chosen = chooseOrQueue(first, wait);
        }
        if (chosen != null) {
            wait.decide(chosen, take());
        } else if (!mayWait()) {
            wait.decideForNone();
        } else if (executor instanceof Strand strand && timeoutNanos != Parking.FOREVER) {
            arm(wait, strand);
        }
        return wait;
    }

    private void arm(CallbackSelection<R> wait, Strand strand) {
        boolean armed = false;
        try {
            wait.setTimer(strand.scheduler().schedule(strand, wait.atTimeout(), Duration.ofNanos(timeoutNanos)));
            armed = true;
        } finally {
            if (!armed) {
                boolean ignored = wait.cancel();
            }
        }
    }

    /** Begins a round: asks the guards, makes the elements ready. Returns the place in the order where to begin. */
    private int begin() {
        StackRoom.require();
        if (busy) {
            throw new IllegalStateException("the select is in use: a select is for one party, and one round at a time");
        }
        busy = true;
        boolean begun = false;
        try {
            boolean anyOpen = false;
            for (Clause<R> clause : clauses) {
                anyOpen |= clause.begin();
            }
            if (!anyOpen && onTimeout == null && otherwise == null) {
                throw new IllegalStateException("all " + clauses.size()
                        + " clauses are shut by their guards, so the select would wait for ever");
            }
            begun = true;
            return policy.arrange(order, start);
        } finally {
            busy = begun;
        }
    }

    private boolean mayWait() {
        return otherwise == null && timeoutNanos > 0;
    }

    /**
     * Looks at the clauses one by one, not at all of them at once, and takes the first that can be chosen. If the order matters
     * it looks at the first one only: while it looks at another, an earlier one may become ready.
     */
    private @Nullable Clause<R> chooseReady(int first) {
        for (int i = 0; i < order.length; i++) {
            Clause<R> clause = at(first + i);
            if (!clause.isOpen()) {
                continue;
            }
            if (clause.mayProceed()) {
                Object outcome;
                ChannelCore<?> channel = clause.channel();
                channel.lock();
                try {
                    outcome = clause.attemptLocked();
                } finally {
                    channel.unlock();
                }
                if (outcome != Signal.WAIT) {
                    brought = clause.afterAttempt(outcome);
                    return clause;
                }
            }
            if (policy == SelectPolicy.IN_ORDER) {
                return null;
            }
        }
        return null;
    }

    /** Looks at all clauses at one moment, and if none can be chosen, queues them, should the select be one that waits. */
    private @Nullable Clause<R> chooseOrQueue(int first, Selection wait) {
        Clause<R> chosen = null;
        Object outcome = Signal.WAIT;
        boolean refused = true;
        locks.lock();
        try {
            for (int i = 0; i < order.length && outcome == Signal.WAIT; i++) {
                chosen = at(first + i);
                if (chosen.isOpen()) {
                    outcome = chosen.attemptLocked();
                }
            }
            if (outcome == Signal.WAIT && mayWait()) {
                queueAll(first, wait);
            }
            refused = false;
        } finally {
            if (refused) {
                boolean ignored = wait.giveUp();
            }
            locks.unlock();
            if (refused) {
                wait.leave();
                release();
            }
        }
        if (chosen == null || outcome == Signal.WAIT) {
            return null;
        }
        brought = chosen.afterAttempt(outcome);
        return chosen;
    }

    /** Queues the clauses in the order of this round: of two at one channel, the counterpart claims the one queued first. */
    private void queueAll(int first, Selection wait) {
        for (int i = 0; i < order.length; i++) {
            Clause<R> clause = at(first + i);
            if (clause.isOpen()) {
                wait.queueLocked(clause);
            }
        }
    }

    private Clause<R> at(int place) {
        return clauses.get(order[place < order.length ? place : place - order.length]);
    }

    @SuppressWarnings("unchecked") // a wait of this select has clauses of this select
    private Clause<R> adopt(SelectWaiter waiter) {
        brought = waiter.value;
        waiter.value = null; // a timer that was stopped, or the caller, may keep the wait for a while
        return (Clause<R>) waiter.clause;
    }

    private Object take() {
        Object outcome = Objects.requireNonNull(brought);
        brought = null;
        return outcome;
    }

    /** Ends a round in which a clause was chosen. */
    R finish(Clause<R> clause, Object outcome) {
        int next = clause.number() + 1;
        start = next == order.length ? 0 : next;
        release();
        return clause.act(outcome);
    }

    /** Ends a round in which a clause was chosen that had waited. */
    @SuppressWarnings("exports")
    public R finish(SelectWaiter chosen) {
        Clause<R> clause = adopt(chosen);
        return finish(clause, take());
    }

    /** Ends a round in which none was chosen. */
    public R finishWithout() {
        release();
        return Objects.requireNonNull(otherwise != null ? otherwise : onTimeout).get();
    }

    /** Lets the next round begin. */
    public void release() {
        busy = false;
    }
}
