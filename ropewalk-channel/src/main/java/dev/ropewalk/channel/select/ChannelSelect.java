package dev.ropewalk.channel.select;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.core.AdaptiveSpin;
import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.ForwardingSender;
import dev.ropewalk.channel.core.Signal;
import dev.ropewalk.channel.core.WaitLoop;
import dev.ropewalk.channel.event.SelectWaitEvent;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A select over channels. A round first looks at the clauses one by one; if none can be chosen it looks at all of them at one
 * moment, under the locks of all channels, and queues them there if the party has to wait.
 */
public final class ChannelSelect<R> implements Select<R> {
    private final SelectPolicy policy;
    private final List<Clause<R>> clauses;
    private final @Nullable Supplier<? extends R> otherwise;
    private final @Nullable Supplier<? extends R> onTimeout;
    private final long timeoutNanos;
    private final ChannelLocks locks;
    private final int[] order;
    private final @Nullable AdaptiveSpin spinning;
    private final boolean isForwarding;

    /** The number behind that of the clause that was chosen last. */
    private int start;

    /** What the chosen clause has brought. */
    private @Nullable Object brought;

    /** Whether a round is under way. Read and written without care: it only has to catch most misuse. */
    private boolean busy;

    /** Makes a select of clauses that are numbered already; times and alternatives as the builder checks them. */
    public ChannelSelect(
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
        this.spinning =
                clauses.stream().allMatch(clause -> clause.channel().isWorthSpinning()) ? new AdaptiveSpin() : null;
        this.isForwarding = clauses.stream().anyMatch(clause -> clause.told() != null);
        this.order = new int[clauses.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
    }

    @Override
    public R select() throws InterruptedException {
        Steps.before(StepKind.SELECT, this);
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before a select");
        }
        int first = begin();
        List<ForwardingSender<?>> told = List.of();
        Clause<R> chosen;
        boolean failed = true;
        try {
            told = told(order.length);
            chosen = chooseOrAwait(first);
            failed = false;
        } finally {
            if (failed) {
                release();
            }
            told.forEach(ForwardingSender::end);
        }
        return chosen == null ? finishWithout() : finish(chosen, take());
    }

    private @Nullable Clause<R> chooseOrAwait(int first) throws InterruptedException {
        Clause<R> chosen = chooseReady(first);
        if (chosen == null) {
            ThreadSelection wait = new ThreadSelection(order.length, spinning);
            chosen = chooseOrQueue(first, wait);
            if (chosen == null && mayWait()) {
                chosen = await(wait);
            }
        }
        return chosen;
    }

    /** Returns the chosen clause, or null if the time was up. */
    private @Nullable Clause<R> await(ThreadSelection wait) throws InterruptedException {
        boolean woken;
        try {
            woken = FlightRecorderState.isUsed() ? awaitRecorded(wait) : WaitLoop.awaitUnrecorded(wait, timeoutNanos);
        } finally {
            wait.leave();
        }
        return woken ? adopt(wait.chosen()) : null;
    }

    private boolean awaitRecorded(ThreadSelection wait) throws InterruptedException {
        SelectWaitEvent event = beginEvent();
        boolean woken = false;
        try {
            woken = WaitLoop.awaitUnrecorded(wait, timeoutNanos);
            return woken;
        } finally {
            if (event != null) {
                SelectWaitEvent.end(event, wait, woken ? wait.chosen().clause : null);
            }
        }
    }

    private static @Nullable SelectWaitEvent beginEvent() {
        try {
            return SelectWaitEvent.begun();
        } catch (Throwable noMemory) {
            return null; // the event is lost, and nothing else
        }
    }

    @Override
    public PendingOperation selectAsync(Executor executor, Consumer<? super R> callback) {
        Objects.requireNonNull(executor, "executor");
        Objects.requireNonNull(callback, "callback");
        if (onTimeout != null && !(executor instanceof Strand)) {
            throw new IllegalArgumentException(
                    "a select with a timeout needs a strand, whose scheduler times it, but got " + executor);
        }
        Steps.before(StepKind.SELECT, this);
        CallbackSelection<R> wait = new CallbackSelection<>(this, order.length, executor, callback);
        int first = begin();
        List<ForwardingSender<?>> told = List.of();
        Clause<R> chosen;
        boolean failed = true;
        try {
            told = told(order.length);
            chosen = chooseReady(first);
            if (chosen == null) {
                chosen = chooseOrQueue(first, wait);
            }
            failed = false;
        } finally {
            if (failed) {
                release();
            }
            told.forEach(ForwardingSender::end);
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
        int asked = 0;
        try {
            boolean anyOpen = false;
            for (Clause<R> clause : clauses) {
                anyOpen |= clause.begin();
                asked++;
            }
            if (!anyOpen && onTimeout == null && otherwise == null) {
                throw new IllegalStateException("all " + clauses.size()
                        + " clauses are shut by their guards, so the select would wait for ever");
            }
            begun = true;
            return policy.arrange(order, start);
        } finally {
            busy = begun;
            if (!begun) {
                told(asked).forEach(ForwardingSender::end);
            }
        }
    }

    /** Returns whom the first clauses have told that a send begins in this round. Whoever else may begin the next one as soon as this one is queued, so this is asked before. */
    private List<ForwardingSender<?>> told(int first) {
        if (!isForwarding) {
            return List.of();
        }
        List<ForwardingSender<?>> told = new ArrayList<>();
        for (Clause<R> clause : clauses.subList(0, first)) {
            ForwardingSender<?> sender = clause.told();
            if (sender != null && clause.isOpen()) {
                told.add(sender);
            }
        }
        return told;
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

    /** Looks at all clauses at one moment, and if none can be chosen, queues them, if the select may wait. */
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
    R finish(SelectWaiter chosen) {
        Clause<R> clause = adopt(chosen);
        return finish(clause, take());
    }

    /** Ends a round in which none was chosen. */
    R finishWithout() {
        release();
        return Objects.requireNonNull(otherwise != null ? otherwise : onTimeout).get();
    }

    /** Returns what a party does here, in words. */
    String operation() {
        return clauses.stream().map(Clause::operation).collect(Collectors.joining(" or "));
    }

    /** Lets the next round begin. */
    void release() {
        busy = false;
    }
}
