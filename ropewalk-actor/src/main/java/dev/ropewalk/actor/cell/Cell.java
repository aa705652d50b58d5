package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot.State;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.actor.mailbox.Adapted;
import dev.ropewalk.actor.mailbox.Asked;
import dev.ropewalk.actor.mailbox.CapacityWaits;
import dev.ropewalk.actor.mailbox.Carried;
import dev.ropewalk.actor.mailbox.MessageQueue;
import dev.ropewalk.actor.mailbox.MessageQueues;
import dev.ropewalk.actor.mailbox.Tracked;
import dev.ropewalk.actor.supervision.InternalMessage;
import dev.ropewalk.scheduler.step.Backlog;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * An actor as the system sees it: what its strand runs, what becomes of messages that it won't handle, and what it is about. Its life
 * in the tree is in {@link dev.ropewalk.actor.supervision.ActorLife}, how messages get to it in {@link LocalRef}; what it does with
 * them is up to the subclass.
 *
 * @param <M> the type of the messages
 */
public abstract class Cell<M> extends LocalRef<M> implements Backlog {
    @SuppressWarnings("this-escape") // the mailbox only keeps it
    protected Cell(CellSystem system, @Nullable Cell<?> parent, ActorOptions<? super M> options) {
        super(system, parent, options.placement());
        if (parent != null) {
            parent.cold(); // from where this actor knows its system
        }
        if (parent == null || !options.equals(ActorOptions.defaults())) {
            cold = newCold(system, options, MessageQueues.of(this, options.mailbox()));
        }
    }

    // What is rarely needed

    @Override
    protected final @Nullable ColdState<M> coldOrNull() {
        return cold;
    }

    @Override
    protected final ColdState<M> cold() {
        ColdState<M> c = cold;
        if (c == null) {
            c = newCold(system(), ActorOptions.defaults(), null);
            cold = c;
        }
        return c;
    }

    /** Makes the cold state; a subclass may need more of it. Called by the constructor, too. */
    ColdState<M> newCold(CellSystem system, ActorOptions<? super M> options, @Nullable MessageQueue<M> queue) {
        return new ColdState<>(system, options, queue);
    }

    /** Returns the system; the cold state of the parent knows it. */
    @Override
    public final CellSystem system() {
        Cell<?> holder = parent == null ? this : (Cell<?>) parent;
        return Objects.requireNonNull(holder.cold).system;
    }

    @Override
    protected final @Nullable String givenName() {
        ColdState<M> c = cold;
        return c == null ? null : c.options.name().orElse(null);
    }

    @Override
    public final Supervision supervision() {
        ColdState<M> c = cold;
        return c == null ? system().supervision() : c.options.childSupervision().orElseGet(system()::supervision);
    }

    /** Returns the living children, which are cells as all actors are; any thread may call this. */
    @SuppressWarnings("unchecked") // there is no other kind of actor
    public final List<Cell<?>> childCells() {
        return (List<Cell<?>>) (List<?>) childList();
    }

    /** Returns the living child that was given a name, null if there is none; any thread may call this. */
    public final @Nullable Cell<?> childCell(String name) {
        return (Cell<?>) childNamed(name);
    }

    /** Returns the actor that a ref leads to, null if that is none. */
    public static @Nullable Cell<?> behind(ActorRef<?> ref) {
        return ref instanceof AdapterRef<?> adapter ? adapter.target() : ref instanceof Cell<?> cell ? cell : null;
    }

    /** Does what {@link #tellFollowed(Object)} does, by a ref that leads to an actor. */
    @SuppressWarnings("unchecked") // a ref to a cell is the cell
    public static <M> CompletableFuture<?> tellFollowed(ActorRef<M> ref, M message) {
        return ref instanceof AdapterRef<M> adapter
                ? adapter.tellFollowed(message)
                : ((Cell<M>) ref).tellFollowed(message);
    }

    /** Does what {@link #askFollowed(Object, CompletableFuture)} does, by a ref that leads to an actor. */
    @SuppressWarnings("unchecked") // a ref to a cell is the cell
    public static <M> CompletableFuture<?> askFollowed(ActorRef<M> ref, M question, CompletableFuture<?> answer) {
        return ref instanceof AdapterRef<M> adapter
                ? adapter.askFollowed(question, answer)
                : ((Cell<M>) ref).askFollowed(question, answer);
    }

    /** Sends a message past the mailbox, which may be full: one that the system owes an actor, by a ref that leads to one. */
    @SuppressWarnings("unchecked") // a ref to a cell is the cell
    public static <M> void tellPastMailbox(ActorRef<M> ref, M message) {
        if (ref instanceof AdapterRef<M> adapter) {
            adapter.tellPastMailbox(message);
        } else {
            var cell = (Cell<M>) ref;
            cell.deliver(cell.withContext(message));
        }
    }

    // The strand

    /**
     * Has the strand run for something: what the system itself sends isn't refused, nor is a token, whose message was accepted; any
     * other message becomes a dead letter then.
     */
    public final void run(Object message) {
        if (message instanceof InternalMessage.Own || message instanceof InternalMessage.Token) {
            strand.sendAlways(message);
        } else if (!tryRun(message)) {
            drop(message, DeadLetter.Reason.STOPPED);
        }
    }

    /** Has the strand run for a message; returns false if the scheduler takes none any more. */
    final boolean tryRun(Object message) {
        try {
            strand.send(message);
            return true;
        } catch (RejectedExecutionException closed) {
            return false;
        }
    }

    /**
     * Takes back what the scheduler has left over: a message becomes a dead letter. The wake-up is given again, since system
     * messages rely on it; the rest of what is the system's own would be for an actor that goes on, and all are about to stop.
     */
    @Override
    public final void abandon(Object message) {
        try {
            if (message instanceof InternalMessage.Wake) {
                strand.sendAlways(message);
            } else if (!(message instanceof InternalMessage.Own)) {
                drop(message, DeadLetter.Reason.STOPPED);
            }
        } finally {
            system().leftovers().settle();
        }
    }

    @Override
    public final void noteLeftOver(Object message) {
        Leftovers leftovers = system().leftovers();
        if (message instanceof InternalMessage.Wake) {
            leftovers.add();
        } else {
            leftovers.add(this);
        }
    }

    /** Has this actor stop when it has handled what waits; any thread may call this. */
    public void retire() {
        run(InternalMessage.Retire.FIRST);
    }

    // Messages that won't be handled

    @Override
    public final void drop(Object message, DeadLetter.Reason reason) {
        if (message instanceof InternalMessage.Token) {
            MessageQueue<M> queue = queue();
            Object sent = queue == null ? null : queue.take();
            if (sent != null) {
                drop(sent, reason);
            }
            return;
        }
        if (message instanceof Asked asked) {
            String text = path() + " won't answer " + asked.text() + ": " + reason;
            RuntimeException why = reason == DeadLetter.Reason.MAILBOX_FULL
                    ? new MailboxFullException(text)
                    : new ActorStoppedException(text);
            if (reason == DeadLetter.Reason.UNSTASHED) {
                handled(asked, why);
            } else {
                fail(asked, why);
            }
        }
        if (isSent(message) && !(message instanceof Tracked && reason != DeadLetter.Reason.UNSTASHED)) {
            system().deadLetters().add(new DeadLetter(Asked.original(message), this, reason));
        }
    }

    /** Returns whether a user has sent this, in whatever envelope. */
    private static boolean isSent(Object message) {
        return !(message instanceof InternalMessage)
                || message instanceof Asked
                || message instanceof Adapted
                || message instanceof Carried;
    }

    @Override
    public final void fail(Asked asked, Throwable cause) {
        if (asked instanceof Tracked tracked) {
            tracked.dropped(cause);
            return;
        }
        system().completions().fail(asked.answer, cause);
    }

    /** This actor has handled a message whose sender waits for something, though it may have begun to pause. */
    final void handled(Asked asked, @Nullable Throwable failure) {
        ColdState<M> c = cold;
        if (!(asked instanceof Tracked tracked)) {
            if (failure != null) {
                fail(asked, failure);
            }
        } else if (failure == null && c != null && c.pauses > 0) {
            c.unfinished = tracked;
        } else {
            tracked.handled(failure);
        }
    }

    /** Drops the message that has begun pauses which won't end, or of which nobody will hear. */
    final void dropUnfinished() {
        Tracked tracked = cold().unfinished;
        cold().unfinished = null;
        if (tracked != null) {
            drop(tracked, DeadLetter.Reason.STOPPED);
        }
    }

    @Override
    public final void closeMailbox() {
        MessageQueue<M> queue = queue();
        if (queue != null) {
            queue.close();
        }
    }

    /** Returns how many messages were dropped because the mailbox was full. */
    public final long dropped() {
        MessageQueue<M> queue = queue();
        return queue == null ? 0 : queue.dropped();
    }

    /** Tells what the mailbox has dropped; returns whether there was anything to tell. Any thread may call this. */
    public final boolean tellDrops() {
        MessageQueue<M> queue = queue();
        return queue != null && queue.tellDrops();
    }

    // What the actor is about

    /** Returns the code of the actor, or what makes it; other threads may be told of an earlier one. */
    public abstract Object code();

    /** Returns what kind of mailbox the actor has. */
    public final Mailbox<?> mailbox() {
        ColdState<M> c = cold;
        return c == null ? Mailbox.unbounded() : c.options.mailbox();
    }

    public final State shownState() {
        if (is(STOPPING | STOPPED)) {
            return State.STOPPING;
        }
        if (is(FAILED | RESTARTING)) {
            return State.FAILED;
        }
        if (is(SUSPENDED)) {
            ColdState<M> c = cold;
            return c != null && c.pauses > 0 ? State.PAUSED : State.WAITING_FOR_ROOM;
        }
        return isIdle() ? State.IDLE : State.BUSY;
    }

    /** Returns whether nothing is being handled and nothing waits. */
    public abstract boolean isIdle();

    /** Returns how often this actor has run; wraps around. */
    public int turns() {
        return strand.turns();
    }

    /** Returns how many messages wait; a guess while they come and go. */
    public final long waiting() {
        return waiting(Integer.MAX_VALUE);
    }

    /** Counts the messages that wait, up to a bound. */
    @Override
    public abstract int waiting(int max);

    /** Returns whether messages wait for room in the mailbox. */
    final boolean hasWaiters() {
        MessageQueue<M> queue = queue();
        return queue != null && queue.hasWaiters();
    }

    // Sampling messages

    /** Has the messages sampled that the actor is given from soon on; any thread may call this. */
    public final void beginSample(MessageSampler sampler) {
        sendSystem(new SampleOrder(sampler));
    }

    /** Carries that out. */
    void sampleBy(MessageSampler sampler) {
        cold().sampler = sampler;
    }

    /** Notes a message for the sample, if there is one. For what handles the messages. */
    final void sample(Object message) {
        ColdState<M> c = cold;
        MessageSampler sampler = c == null ? null : c.sampler;
        if (sampler != null) {
            boolean ignored = sampler.note(message);
        }
    }

    // Waiting for room in another's mailbox

    @Override
    public final CapacityWaits waits() {
        return system().waits();
    }

    @Override
    public final void suspendForRoom() {
        suspend();
    }

    @Override
    public final void roomFound() {
        goOn();
    }

    /** Has this actor handle nothing until it has been told to go on as often. */
    final void suspend() {
        cold().suspensions++;
        mark(SUSPENDED);
        pause();
    }

    /** Returns whether the behaviour lives still, and is able, that was there when so many had ended. */
    final boolean canGoOnSince(int ended) {
        return cold().ended == ended && !is(FAILED | RESTARTING | STOPPING | STOPPED);
    }

    /** Deals with what code of this actor has thrown that wasn't handling a message. */
    final void fail(Throwable thrown) {
        failed(thrown);
    }

    final void goOn() {
        if (--cold().suspensions == 0) {
            unmark(SUSPENDED);
            resume();
        }
    }

    // Watching

    /** Tells this actor that another has stopped, after all messages of that one. */
    @Override
    public void stopped(ActorRef<?> actor) {
        deliver(new StopNotice(actor));
    }
}
