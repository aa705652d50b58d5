package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.Inbox;
import dev.ropewalk.actor.mailbox.Adapted;
import dev.ropewalk.actor.mailbox.Asked;
import dev.ropewalk.actor.mailbox.Carried;
import dev.ropewalk.actor.mailbox.InboxQueue;
import dev.ropewalk.actor.supervision.InternalMessage;
import dev.ropewalk.base.ContextScope;
import dev.ropewalk.base.Contexts;
import dev.ropewalk.base.Durations;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.IdleWait;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The inbox of one blocking actor: the queue, the messages that were passed over, and the waiting.
 *
 * <p>Those passed over are older than everything in the queue, so that they are looked at first; like Erlang's save queue.
 * What stands for a message becomes one only when it is received: a timer that was ended in the meantime sends nothing, even
 * if its tick was passed over before.
 *
 * <p>All fields belong to the actor's thread while it runs, and to the actor's strand otherwise. Others look at the queue, and at how many
 * were passed over, with opaque mode: that is a number that there was, if an old one.
 */
final class QueuedInbox<M> implements Inbox<M>, IdleWait {
    private static final VarHandle PASSED_OVER_COUNT =
            VarHandles.of(MethodHandles.lookup(), "passedOverCount", int.class);
    private static final int MAX_KEPT = 64;
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final BlockingCell<M> cell;
    private final ColdState<M> cold;
    private final Scheduler scheduler;
    private final InboxQueue queue = new InboxQueue();
    private ArrayDeque<Object> passedOver = new ArrayDeque<>(0);
    private int mostPassedOver;

    @SuppressWarnings("UnusedVariable") // read and written through PASSED_OVER_COUNT
    private int passedOverCount;

    /** The message received last, if its sender waits for an answer. */
    private @Nullable Asked last;

    /** That of the message received last, until the thread asks for the next one. */
    private ContextScope context = ContextScope.NONE;

    private int sleeps;

    /** Whether code of users runs that chooses among messages, or makes one. */
    private boolean choosing;

    QueuedInbox(BlockingCell<M> cell) {
        this.cell = cell;
        this.cold = cell.cold();
        this.scheduler = cell.scheduler();
    }

    // Receiving

    @Override
    public M receive() throws InterruptedException {
        return Objects.requireNonNull(await(null, NO_LIMIT));
    }

    @Override
    public Optional<M> receive(Duration timeout) throws InterruptedException {
        return Optional.ofNullable(await(null, Durations.delayNanos(Objects.requireNonNull(timeout, "timeout"))));
    }

    @Override
    public M receive(Predicate<? super M> wanted) throws InterruptedException {
        return Objects.requireNonNull(await(Objects.requireNonNull(wanted, "wanted"), NO_LIMIT));
    }

    @Override
    public Optional<M> receive(Predicate<? super M> wanted, Duration timeout) throws InterruptedException {
        Objects.requireNonNull(wanted, "wanted");
        return Optional.ofNullable(await(wanted, Durations.delayNanos(Objects.requireNonNull(timeout, "timeout"))));
    }

    @Override
    public Optional<M> tryReceive() {
        checkCaller();
        leaveContext();
        Steps.before(StepKind.RECEIVE, cell.strand);
        return cell.awaitRecall() ? Optional.empty() : Optional.ofNullable(received(take(null)));
    }

    private @Nullable M await(@Nullable Predicate<? super M> wanted, long nanos) throws InterruptedException {
        checkCaller();
        leaveContext();
        Steps.before(StepKind.RECEIVE, cell.strand);
        throwIfInterrupted();
        M message = take(wanted);
        if (message != null || nanos <= 0) {
            return received(message);
        }
        long deadline = nanos == NO_LIMIT ? NO_LIMIT : scheduler.nanoTime() + nanosUnlessStruck(nanos);
        boolean timeLeft = true;
        while (message == null && timeLeft) {
            timeLeft = sleep(nanos, deadline);
            throwIfInterrupted();
            message = takeFromQueue(wanted);
        }
        return received(message);
    }

    private @Nullable M received(@Nullable M message) {
        if (message != null) {
            cell.noteReceived(message);
            Steps.failIfStruck(FaultKind.ACTOR_FAILURE, cell);
        }
        return message;
    }

    private long nanosUnlessStruck(long nanos) {
        return Steps.isStruck(FaultKind.CANCELLED_WAIT, cell) ? 0 : nanos;
    }

    /** Sleeps until there is something in the queue or an interrupt; returns false if the time was up first. */
    private boolean sleep(long nanos, long deadline) {
        sleeps++;
        if (!queue.fallAsleep()) {
            return true;
        }
        try {
            while (queue.isAsleep() && !Thread.currentThread().isInterrupted()) {
                if (nanos == NO_LIMIT) {
                    scheduler.park(this);
                    continue;
                }
                long left = deadline - scheduler.nanoTime();
                if (left <= 0) {
                    return false;
                }
                scheduler.parkNanos(this, left);
            }
            return true;
        } finally {
            queue.wakeUp();
        }
    }

    private void checkCaller() {
        Thread caller = Thread.currentThread();
        if (!cell.isRunIn(caller)) {
            throw new IllegalStateException("only the thread of " + cell.path() + " may receive, not " + caller);
        }
        if (choosing) {
            throw new IllegalStateException("what chooses or adapts a message of " + cell.path()
                    + " must not receive another: it would be taken out of the midst of a receive");
        }
    }

    /**
     * The interrupt of a stop ends every receive, also those after the first that threw. Where the actor waits for another
     * message it may have left the last question to another actor: that one isn't failed.
     */
    private void throwIfInterrupted() throws InterruptedException {
        boolean recalled = cell.awaitRecall();
        if (Thread.interrupted() || recalled) {
            boolean ending = cell.isEnding();
            if (ending) {
                last = null;
            }
            throw new InterruptedException(cell.path() + (ending ? " is stopping" : " was interrupted"));
        }
    }

    // Choosing

    private @Nullable M take(@Nullable Predicate<? super M> wanted) {
        M message = passedOver.isEmpty() ? null : takePassedOver(wanted);
        return message == null ? takeFromQueue(wanted) : message;
    }

    private @Nullable M takePassedOver(@Nullable Predicate<? super M> wanted) {
        for (Iterator<Object> items = passedOver.iterator(); items.hasNext(); ) {
            Object item = items.next();
            if (testAgainst(item, wanted)) {
                items.remove();
                notePassedOver();
                M message = open(item);
                if (message != null) {
                    return message;
                }
            }
        }
        if (passedOver.isEmpty() && mostPassedOver > MAX_KEPT) {
            passedOver = new ArrayDeque<>(0);
            mostPassedOver = 0;
        }
        return null;
    }

    /**
     * Takes the next message that fits. Whether the run was called off is looked up after the message has come, so that a stop
     * overtakes what its sender sends later. An item is passed over before it is judged, lest it be lost if the judge throws.
     */
    private @Nullable M takeFromQueue(@Nullable Predicate<? super M> wanted) {
        for (Object item = next(); item != null; item = next()) {
            if (cell.awaitRecall()) {
                passOver(item);
                return null;
            }
            if (wanted != null) {
                passOver(item);
                if (!testAgainst(item, wanted)) {
                    mostPassedOver = Math.max(mostPassedOver, passedOver.size());
                    continue;
                }
                passedOver.removeLast();
                notePassedOver();
            }
            M message = open(item);
            if (message != null) {
                return message;
            }
        }
        return null;
    }

    private void passOver(Object item) {
        passedOver.addLast(item);
        notePassedOver();
    }

    private void notePassedOver() {
        PASSED_OVER_COUNT.setOpaque(this, passedOver.size());
    }

    private @Nullable Object next() {
        Object item = queue.poll();
        while (item != null) {
            if (item instanceof InternalMessage.Retire retire) {
                cell.retire(retire);
            } else if (item instanceof InternalMessage.Token) {
                Object sent = Objects.requireNonNull(cold.queue).take();
                if (sent != null) {
                    return sent;
                }
            } else {
                return item;
            }
            item = queue.poll();
        }
        return null;
    }

    /** Returns whether an item is to be taken out: it is wanted, or stands for nothing any more. */
    private boolean testAgainst(Object item, @Nullable Predicate<? super M> wanted) {
        if (wanted == null) {
            return true;
        }
        choosing = true;
        try {
            M message = contentOf(item);
            return message == null || wanted.test(message);
        } finally {
            choosing = false;
        }
    }

    /** Returns the message that an item stands for at this moment, null if there is none. */
    @SuppressWarnings("unchecked") // what isn't special was sent as M
    private @Nullable M contentOf(Object item) {
        return switch (item) {
            case Asked asked -> (M) Asked.unwrap(asked);
            case Carried carried -> (M) Asked.unwrap(carried);
            case Adapted adapted -> (M) adapted.message();
            case StopNotice notice -> cold.deathWatch.messageFor(notice.stopped).orElse(null);
            case ActorTimers.Tick<?> tick -> {
                ActorTimers<M> timers = cell.timersOrNull();
                var own = (ActorTimers.Tick<M>) tick;
                yield timers != null && timers.isLive(own) ? own.message : null;
            }
            default -> (M) item;
        };
    }

    /** Makes the message of an item that is received, null if it stands for nothing any more. */
    @SuppressWarnings("unchecked") // what isn't special was sent as M
    private @Nullable M open(Object item) {
        ActorTimers<M> timers = cell.timersOrNull();
        if (item instanceof ActorTimers.Tick<?> tick
                && (timers == null || !timers.isLive((ActorTimers.Tick<M>) tick))) {
            return null;
        }
        context = Contexts.open(InternalMessage.contextOf(item), cell);
        M message = switch (item) {
            case StopNotice notice -> {
                M content = contentOf(notice);
                cold.deathWatch.forget(notice.stopped);
                yield content;
            }
            case ActorTimers.Tick<?> tick -> timers == null ? null : timers.takeMessage((ActorTimers.Tick<M>) tick);
            default -> {
                if (timers != null) {
                    timers.noteMessage();
                }
                yield (M) unwrap(item);
            }
        };
        if (message == null) {
            leaveContext();
        } else {
            last = item instanceof Asked asked ? asked : null;
            if (last != null) {
                boolean ignored = last.take();
            }
        }
        return message;
    }

    private Object unwrap(Object item) {
        choosing = true;
        try {
            return Asked.unwrap(item);
        } catch (Throwable thrown) {
            if (item instanceof Asked asked) {
                cell.fail(asked, thrown);
            }
            throw thrown;
        } finally {
            choosing = false;
        }
    }

    // For the cell

    /** Adds what was sent; returns whether the thread must be woken. */
    boolean put(Object item) {
        return queue.put(item);
    }

    /** Ends the context of the message received last. */
    void leaveContext() {
        context.close();
        context = ContextScope.NONE;
    }

    /** Notes that handling the message received last has failed, and fails the answer to it if an asker waits for that. */
    void failLast(Throwable cause) {
        context.failed(cause);
        if (last != null) {
            cell.fail(last, cause);
            last = null;
        }
    }

    /** Takes anything that waits, as it was sent; null if nothing does. */
    @Nullable
    Object drain() {
        Object item = passedOver.poll();
        notePassedOver();
        return item == null ? queue.poll() : item;
    }

    /** Returns whether the thread waits in a receive, and there is nothing that it could take later. */
    boolean isAwaited() {
        return queue.isAsleep() && passedOverCount() == 0;
    }

    boolean isEmpty() {
        return queue.isEmpty() && passedOverCount() == 0;
    }

    private int passedOverCount() {
        return (int) PASSED_OVER_COUNT.getOpaque(this);
    }

    /** Returns how often the thread has waited; wraps around. Written before the thread can be seen asleep. */
    int sleeps() {
        return sleeps;
    }

    int count(int max) {
        int passed = passedOverCount();
        return passed >= max ? max : passed + queue.count(max - passed);
    }

    @Override
    public int size() {
        return count(Integer.MAX_VALUE);
    }

    @Override
    public ActorContext<M> context() {
        return cell;
    }

    /** Names what the thread waits for, in dumps. */
    @Override
    public String toString() {
        return "inbox of " + cell.path();
    }
}
