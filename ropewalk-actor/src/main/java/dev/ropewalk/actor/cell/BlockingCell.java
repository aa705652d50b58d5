package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.BlockingActor;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Stash;
import dev.ropewalk.actor.Timers;
import dev.ropewalk.actor.supervision.Children;
import dev.ropewalk.actor.supervision.InternalMessage;
import dev.ropewalk.actor.supervision.SystemMessage;
import dev.ropewalk.actor.supervision.SystemMessageGate;
import dev.ropewalk.actor.support.FailedStop;
import dev.ropewalk.actor.support.Fatal;
import dev.ropewalk.actor.support.Loggers;
import dev.ropewalk.base.Contexts;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * An actor that reads its messages in a virtual thread of its own.
 *
 * <p>System messages are carried out in the strand as for every actor; messages go to the {@link QueuedInbox}. The code runs in the
 * thread of a {@link BlockingRun}; that a run has ended is a system message, too.
 *
 * <p>Why thread and strand may work side by side:
 * <ul>
 *   <li>{@link ColdState} and {@link Children} are made with the cell. The children have a lock.
 *   <li>The inbox, the timers and the map of those watched belong to the thread while there is one, else to the strand: the
 *       strand makes the thread, and touches them no more until the system message that says that the run has ended.
 *   <li>All else belongs to the strand.
 * </ul>
 *
 * <p>System messages overtake messages: the thread takes none while system messages wait or are carried out, by a {@link
 * SystemMessageGate}.
 *
 * <p>The run counts as one of the children, so that to wait for the children, which is what stopping and restarting do, is to
 * wait for the run.
 *
 * <p>No message is forgotten at the end: the actor is marked as stopped before the strand takes what is left in the inbox, and
 * a sender looks at that mark after it has put the message in; if it is there, the strand is called once more.
 */
public final class BlockingCell<M> extends ContextCell<M> {
    private final BlockingActor<M> actor;
    private final QueuedInbox<M> inbox;
    private final SystemMessageGate gate = new SystemMessageGate();

    /** Null between runs. Written by the strand. */
    private volatile @Nullable BlockingRun run;

    /** Belong to the thread while there is one, else to the strand. */
    private @Nullable ActorTimers<M> timers;

    /** An error of the JVM itself that the code has thrown. Belongs to the strand. */
    private @Nullable VirtualMachineError fatal;

    public BlockingCell(
            CellSystem system, @Nullable Cell<?> parent, ActorOptions<? super M> options, BlockingActor<M> actor) {
        super(system, parent, options);
        this.actor = actor;
        ensureChildren();
        this.inbox = new QueuedInbox<>(this);
    }

    // Messages

    @Override
    public void deliver(Object message) {
        if (isStopped()) {
            drop(message, DeadLetter.Reason.STOPPED);
            return;
        }
        StackRoom.require();
        if (!(message instanceof InternalMessage.Token)) { // its sender has taken its step already
            Steps.before(StepKind.SUBMIT, strand);
        }
        boolean sleeps = inbox.put(message);
        Steps.noteGrown(this);
        if (sleeps) {
            wakeThread();
        }
        if (isStopped()) {
            run(InternalMessage.Wake.UP);
        }
    }

    @Override
    public void accept(Object wake) {
        gate.shut();
        try {
            runSystemMessages();
        } finally {
            if (gate.open()) {
                wakeThread();
            }
        }
        if (isStopped()) {
            dropWaiting();
        }
        if (fatal != null) {
            VirtualMachineError thrown = fatal;
            fatal = null;
            throw thrown;
        }
    }

    @Override
    public void retire() {
        deliver(InternalMessage.Retire.FIRST);
    }

    /** Goes on with the order to stop when all that waits is received. For the thread. */
    void retire(InternalMessage.Retire retire) {
        if (hasWaiters()) {
            deliver(InternalMessage.Retire.FIRST);
        } else if (retire == InternalMessage.Retire.FIRST) {
            deliver(InternalMessage.Retire.LAST);
        } else {
            sendSystem(new SystemMessage.Stop());
        }
    }

    /** Counts a message that the code has received. For the thread. */
    void noteReceived(M message) {
        countProcessed();
        sample(message);
    }

    private void wakeThread() {
        BlockingRun current = run;
        if (current != null) {
            current.unpark();
        }
    }

    private void dropWaiting() {
        for (Object item = inbox.drain(); item != null; item = inbox.drain()) {
            drop(item, DeadLetter.Reason.STOPPED);
        }
    }

    /** The thread goes on when the scheduler has ended, until the system's end interrupts it. */
    @Override
    public boolean isServed() {
        return true;
    }

    @Override
    public Object code() {
        return actor;
    }

    @Override
    public boolean isIdle() {
        return strand.isIdle() && (run == null ? inbox.isEmpty() : inbox.isAwaited()) && !hasWaiters();
    }

    @Override
    public int turns() {
        return strand.turns() + inbox.sleeps();
    }

    @Override
    public int waiting(int max) {
        return inbox.count(max);
    }

    // Runs

    /**
     * Begins the first run. System messages wait until this returns. A scheduler that is closed closes the system as well, a moment later, so
     * spawning fails the same way before that moment and after it.
     */
    @Override
    public void start() {
        try {
            beginRun();
        } catch (RejectedExecutionException closed) {
            stopped();
            throw new IllegalStateException(path() + " can't begin: the scheduler is closed", closed);
        } catch (Error noMemory) {
            stopped();
            throw noMemory;
        } finally {
            strand.start();
        }
    }

    private void beginRun() {
        var next = new BlockingRun(this);
        ensureChildren().enter();
        run = next;
        boolean started = false;
        try {
            next.start();
            started = true;
        } finally {
            if (!started) {
                run = null;
                ensureChildren().leave();
            }
        }
    }

    /** Runs the actor's code. For the thread. */
    void runCode() throws Exception {
        try (var _ = Contexts.open(null, this)) {
            runWithInbox();
        }
    }

    private void runWithInbox() throws Exception {
        try {
            actor.run(inbox);
        } catch (Throwable thrown) {
            inbox.failLast(isEnding() ? new ActorStoppedException(path() + " was stopped before it answered") : thrown);
            throw thrown;
        } finally {
            inbox.leaveContext();
        }
    }

    /** Goes on when the code has returned or thrown. */
    void runEnded(@Nullable Throwable thrown) {
        run = null;
        if (isEnding()) {
            try {
                cancelTimers();
                stopChildren();
                if (thrown != null && !(thrown instanceof InterruptedException)) {
                    system().logFailure(() -> path() + " failed while it was stopping", thrown);
                }
            } finally {
                ensureChildren().leave();
            }
            return;
        }
        ensureChildren().leave();
        if (thrown == null) {
            beginStop();
        } else if (Fatal.is(thrown)) {
            fatal = (VirtualMachineError) thrown;
            FailedStop.noteFatal(system(), this, restartCount(), thrown);
            beginStop();
        } else {
            failed(thrown);
        }
    }

    private void endRun() {
        BlockingRun current = run;
        if (current == null) {
            cancelTimers();
        } else {
            current.recall();
        }
    }

    private void cancelTimers() {
        if (timers != null) {
            timers.endAll();
        }
    }

    @Override
    boolean isOwnCode() {
        return isRunIn(Thread.currentThread());
    }

    @Override
    Optional<Thread> runner() {
        return Optional.ofNullable(run).map(BlockingRun::thread);
    }

    boolean isRunIn(Thread caller) {
        BlockingRun current = run;
        return current != null && current.isIn(caller);
    }

    /** Returns whether the run is to end, whatever comes then; true before the thread is interrupted. */
    boolean isEnding() {
        return is(STOPPING | STOPPED | RESTARTING);
    }

    /**
     * Waits while system messages wait or are carried out, which may recall the run; then returns whether the run is to end. For the
     * thread.
     */
    boolean awaitRecall() {
        gate.pass(this, system().scheduler());
        return Objects.requireNonNull(run).isRecalled();
    }

    // Life

    @Override
    public boolean waitsInThread() {
        return true;
    }

    /** A run that goes on while the supervisors decide about a child's failure isn't held up. */
    @Override
    protected void pause() {}

    @Override
    protected void resume() {
        if (!isAble() || run != null) {
            return;
        }
        try {
            beginRun();
        } catch (RejectedExecutionException closed) {
            beginStop();
        } catch (Error noMemory) {
            beginStop();
            throw noMemory;
        }
    }

    @Override
    protected void beginBehaviour() {}

    @Override
    protected void endBehaviour(Throwable cause, boolean keepStash) {
        endRun();
    }

    @Override
    protected void stopping() {
        endRun();
    }

    @Override
    protected void finishStop() {
        stopped();
        dropWaiting();
    }

    // The context

    @Override
    public System.Logger logger() {
        return Loggers.of(actor.getClass());
    }

    @Override
    public Timers<M> timers() {
        checkOwnCode("timers");
        if (timers == null) {
            timers = new ActorTimers<>(this, () -> {});
        }
        return timers;
    }

    @Nullable
    ActorTimers<M> timersOrNull() {
        return timers;
    }

    @Override
    public void watch(ActorRef<?> watched) {
        Objects.requireNonNull(watched, "actor");
        throw new UnsupportedOperationException(
                "a blocking actor gets no signals: watch " + watched.path() + " with a message");
    }

    @Override
    public Stash<M> stash() {
        throw new UnsupportedOperationException("a blocking actor has no stash: let it receive what it wants");
    }

    @Override
    public void become(Actor<M> behaviour) {
        throw noBehaviour();
    }

    @Override
    public void becomeStacked(Actor<M> behaviour) {
        throw noBehaviour();
    }

    @Override
    public void unbecome() {
        throw noBehaviour();
    }

    private static UnsupportedOperationException noBehaviour() {
        return new UnsupportedOperationException("a blocking actor has no behaviour that it could change");
    }
}
