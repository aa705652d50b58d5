package dev.ropewalk.journal.flow;

import dev.ropewalk.base.flow.SinkSubscriber;
import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Appends what a publisher publishes. There is always room, since the disk is the buffer: an element is appended by the thread that
 * brings it. The publisher's calls don't overlap, so its appender has one user; {@link AppenderHold} has it closed behind the last of them.
 *
 * <p>How the future ends is decided once, by the future itself. If the journal is closed while the publisher completes, the end of that finds the
 * appender closed, or forces what was appended: {@code whyClosed} is written before the appender is closed.
 */
public final class AppendingSink<T> extends SinkSubscriber<T> implements OpenFlows.Party {
    /** Enough to amortize a request. */
    private static final int WINDOW = 256;

    /** How many wait for the future besides users: this. */
    private static final int OWN_DEPENDENTS = 1;

    private final OpenFlows flows;
    private final ToLongFunction<? super T> append;
    private final LongFunction<CompletableFuture<Long>> whenDurable;
    private final AppenderHold hold;
    private final FlowExecutor executor = new FlowExecutor(null);
    private final CompletableFuture<Long> done = new CompletableFuture<>();
    private volatile long appended; // written by the publisher's calls
    private long last; // used by the publisher's calls
    private volatile boolean isForcing;
    private volatile @Nullable JournalClosedException whyClosed;

    /**
     * Makes a sink.
     *
     * @param append appends an element and returns its index
     * @param whenDurable returns what completes when the last record, of that index, is durable
     * @param closing closes the appender
     */
    public AppendingSink(
            OpenFlows flows,
            ToLongFunction<? super T> append,
            LongFunction<CompletableFuture<Long>> whenDurable,
            Runnable closing) {
        super(WINDOW);
        this.flows = flows;
        this.append = append;
        this.whenDurable = whenDurable;
        this.hold = new AppenderHold(closing);
        var _ = done.whenComplete((_, _) -> {
            if (done.isCancelled()) {
                leaveAndClose();
            }
        });
    }

    private void leaveAndClose() {
        leave();
        closed();
    }

    /** Returns what completes with the number of records, when all are durable; cancelling it ends this. */
    public CompletableFuture<Long> done() {
        return done;
    }

    /** Returns how many elements were appended so far. */
    public long appended() {
        return appended;
    }

    @Override
    public void journalClosed(JournalClosedException why) {
        whyClosed = why;
        if (!isForcing) {
            boolean ignored = done.completeExceptionally(why);
        }
        leaveAndClose();
    }

    @Override
    protected void opened() {
        flows.enter(this);
    }

    @Override
    protected int room() {
        return WINDOW;
    }

    @Override
    protected void accept(T element) {
        if (!hold.tryUse()) {
            refuseAndSettle(element);
            return;
        }
        try {
            last = append.applyAsLong(element);
        } finally {
            hold.endUse();
        }
        long before = appended;
        appended = before + 1;
        settle();
    }

    @Override
    protected void refuse(T element) {
        // Nobody has it, and the future tells that not all were appended.
    }

    @Override
    protected void completed() {
        isForcing = true;
        try {
            force();
        } catch (Throwable thrown) {
            failed(thrown);
        }
    }

    private void force() {
        if (appended == 0) {
            boolean ignored = done.complete(0L);
        } else if (hold.tryUse()) {
            try {
                var _ = whenDurable.apply(last).whenComplete((_, failure) -> {
                    boolean ignored = failure == null ? done.complete(appended) : done.completeExceptionally(failure);
                });
            } finally {
                hold.endUse();
            }
        } else {
            JournalClosedException why = whyClosed;
            failed(why == null ? new JournalClosedException("the appender was closed too early") : why);
        }
    }

    @Override
    protected void failed(Throwable cause) {
        boolean isHeard = done.getNumberOfDependents() > OWN_DEPENDENTS;
        if (done.completeExceptionally(cause) && !isHeard) {
            report("it has failed, and nobody waits for done()", cause);
        }
    }

    @Override
    protected void closed() {
        flows.leave(this);
        hold.close();
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
        return "subscriber of a journal";
    }
}
