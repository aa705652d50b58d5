package dev.ropewalk.journal.flow;

import dev.ropewalk.base.flow.SourceSubscription;
import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.journal.RecordHandler;
import dev.ropewalk.journal.RecordMapper;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.read.GrowingPause;
import dev.ropewalk.scheduler.park.FlowExecutor;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * One subscriber to the records of a journal, with a tailer of its own. A writer, which may be another process, can't wake it: while a
 * record is requested and none is there a timer has it look again, as seldom as a tailer that waits. No thread waits.
 *
 * <p>The tailer is used and closed by steps only, which don't overlap. {@code isLookingAgain} is set by a step that arms the timer, and taken back
 * by the timer, which signals then: a step that finds it set too late is followed by that signal's.
 */
public final class RecordSubscription<T> extends SourceSubscription<T> implements OpenFlows.Party {
    private final OpenFlows flows;
    private final Tailer tailer;
    private final long until;
    private final RecordHandler handler;
    private final FlowExecutor executor;
    private final @Nullable DoneRecords done;
    private final GrowingPause pause = new GrowingPause();
    private @Nullable T taken;
    private Runnable timerEnd = () -> {};
    private volatile boolean isLookingAgain;

    /**
     * Makes a subscription which closes the tailer at its end.
     *
     * @param until the index of the record before which it completes
     * @param commits whether the tailer has a cursor, which follows the subscriber
     */
    public RecordSubscription(
            OpenFlows flows,
            Tailer tailer,
            long until,
            boolean commits,
            RecordMapper<? extends T> mapper,
            FlowExecutor executor,
            Flow.Subscriber<? super T> subscriber) {
        super(subscriber);
        this.flows = flows;
        this.tailer = tailer;
        this.until = until;
        this.done = commits ? new DoneRecords() : null;
        this.handler = (memory, offset, length, index) -> taken = Objects.requireNonNull(
                mapper.map(memory, offset, length, index), () -> "the mapper returned null for record " + index);
        this.executor = executor;
        flows.enter(this);
    }

    @Override
    public void journalClosed(JournalClosedException why) {
        fail(why);
        signal();
    }

    @Override
    protected @Nullable T next() {
        commitDone();
        boolean isThere = tailer.hasNext();
        if (tailer.index() >= until) {
            complete();
            return null;
        }
        if (!isThere) {
            lookAgainLater();
            return null;
        }
        pause.restart();
        return take();
    }

    private @Nullable T take() {
        long index = tailer.index();
        if (tailer.poll(handler, 1) == 0) {
            lookAgainLater();
            return null;
        }
        if (done != null) {
            done.give(index);
        }
        T element = taken;
        taken = null;
        return element;
    }

    private void commitDone() {
        long index = done == null ? -1 : done.advance(requested(), mostRequested());
        if (index >= 0) {
            tailer.commit(index);
        }
    }

    private void lookAgainLater() {
        if (!isLookingAgain) {
            isLookingAgain = true;
            timerEnd = executor.signalAfter(pause.next(), () -> {
                isLookingAgain = false;
                signal();
            });
        }
    }

    @Override
    protected void lookForEnd() {
        if (tailer.index() >= until) {
            complete();
        }
    }

    @Override
    protected void release() {
        flows.leave(this);
        timerEnd.run();
        tailer.close();
    }

    @Override
    protected void subscriberHasLeft(@Nullable Throwable cause) {}

    @Override
    protected void beforeCall() {
        Steps.before(StepKind.ACCESS, this);
    }

    @Override
    protected void submit(Runnable run) {
        executor.submit(run, this::refuseRun);
    }

    @Override
    protected void report(String what, Throwable thrown) {
        FlowLog.warn(what, thrown);
    }

    @Override
    public String toString() {
        return "subscription to a journal";
    }
}
