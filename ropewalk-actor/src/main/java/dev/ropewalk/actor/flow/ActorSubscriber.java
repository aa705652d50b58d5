package dev.ropewalk.actor.flow;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.actor.supervision.SystemMessage;
import dev.ropewalk.actor.supervision.Watcher;
import dev.ropewalk.base.flow.SinkSubscriber;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends what a publisher publishes to an actor, as messages that the actor's user makes of it. What is in the mailbox, or waits for room in
 * it, and wasn't taken up yet fills the window.
 *
 * <p>The end comes once, and after all elements were taken up or dropped, by {@link EndBehindAll}: an element is counted before it is sent.
 *
 * @param <T> the type of the elements
 * @param <M> the type of the actor's messages
 */
public final class ActorSubscriber<T, M> extends SinkSubscriber<T> implements Watcher {
    /** Enough to amortize a request where the mailbox's own bound is larger, or none. */
    private static final int MAX_WINDOW = 256;

    private final CellSystem system;
    private final ActorRef<M> actor;
    private final Cell<?> target;
    private final Function<? super T, ? extends M> onNext;
    private final Supplier<? extends M> onComplete;
    private final Function<? super Throwable, ? extends M> onError;
    private final FlowExecutor executor;
    private final int window;
    private final EndBehindAll<M> end = new EndBehindAll<>();

    /**
     * Sends by the scheduler of the system.
     *
     * @throws IllegalArgumentException if it is no actor of the system
     */
    public ActorSubscriber(
            CellSystem system,
            ActorRef<M> actor,
            Function<? super T, ? extends M> onNext,
            Supplier<? extends M> onComplete,
            Function<? super Throwable, ? extends M> onError) {
        Cell<?> cell = system.cellOf(actor);
        int room = Math.min(MAX_WINDOW, cell.mailbox().capacity());
        super(room);
        this.system = system;
        this.actor = actor;
        this.target = cell;
        this.onNext = Objects.requireNonNull(onNext, "onNext");
        this.onComplete = Objects.requireNonNull(onComplete, "onComplete");
        this.onError = Objects.requireNonNull(onError, "onError");
        this.executor = new FlowExecutor(system.scheduler());
        this.window = room;
    }

    @Override
    protected void opened() {
        if (target.isStopped()) {
            leave();
        } else {
            target.sendSystem(new SystemMessage.Watch(this));
        }
    }

    @Override
    public void stopped(ActorRef<?> stopped) {
        leave();
    }

    @Override
    protected int room() {
        return Math.max(0, window - end.waiting());
    }

    @Override
    protected void accept(T element) {
        M message = Objects.requireNonNull(onNext.apply(element), "onNext returned null");
        if (!end.tryAdd()) {
            refuseAndSettle(element);
            return;
        }
        try {
            var _ = Cell.tellFollowed(actor, message).whenComplete((_, _) -> {
                takeOff();
                settle();
                signal();
            });
        } catch (Throwable thrown) {
            takeOff();
            throw thrown;
        }
    }

    @Override
    protected void refuse(T element) {
        target.drop(element, target.isStopped() ? DeadLetter.Reason.STOPPED : DeadLetter.Reason.MAILBOX_FULL);
    }

    @Override
    protected void completed() {
        end(onComplete);
    }

    @Override
    protected void failed(Throwable cause) {
        end(() -> onError.apply(cause));
    }

    private void end(Supplier<? extends M> how) {
        try {
            send(end.set(Objects.requireNonNull(how.get(), "the message of the end is null")));
        } catch (Throwable thrown) {
            reportEnd(thrown);
        }
    }

    /** Takes one off what the end waits for. */
    private void takeOff() {
        send(end.takeOff());
    }

    private void send(@Nullable M message) {
        if (message != null) {
            try {
                var _ = actor.tellAsync(message).whenComplete((_, failure) -> {
                    if (failure != null) {
                        reportEnd(failure);
                    }
                });
            } catch (Throwable thrown) {
                reportEnd(thrown);
            }
        }
    }

    private void reportEnd(Throwable thrown) {
        report("the actor wasn't told of the end", thrown);
    }

    @Override
    protected void closed() {
        if (!target.isStopped()) {
            target.sendSystem(new SystemMessage.Unwatch(this));
        }
    }

    @Override
    protected void submit(Runnable run) {
        executor.submit(run, this::refuseRun);
    }

    @Override
    protected void report(String what, Throwable thrown) {
        system.logFailure(() -> "a flow to " + actor.path() + ": " + what, thrown);
    }

    @Override
    public String toString() {
        return "subscriber of " + actor.path();
    }
}
