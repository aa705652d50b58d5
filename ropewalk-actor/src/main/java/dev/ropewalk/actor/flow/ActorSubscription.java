package dev.ropewalk.actor.flow;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.Emitter;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.supervision.SystemMessage;
import dev.ropewalk.actor.supervision.Watcher;
import dev.ropewalk.base.flow.SourceSubscription;
import dev.ropewalk.scheduler.park.FlowExecutor;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One subscriber to what an actor emits. The actor gets a message when there is demand and it has emitted all that was requested before. What it emits waits
 * in a queue, which holds no more than was requested.
 *
 * <p>The end is written behind the last element. A step reads the end first and then the queue: if that is empty, all was given that was emitted
 * before the end. Other threads may emit while one ends it. So a step then {@linkplain Credit#close closes the credit}, which fails while an element
 * is on its way that was let in: that one signals when it has come.
 */
final class ActorSubscription<T, M> extends SourceSubscription<T> implements Watcher {
    private final ActorPublisher<T, M> publisher;
    private final FlowExecutor executor;
    private final Emitter<T> output = new Output();
    private final Credit credit = new Credit();
    private final Queue<T> elements = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable End> end = new AtomicReference<>();
    private boolean isWatching;
    private long taken;

    /** How the actor has ended it. */
    private record End(@Nullable Throwable failure) {}

    ActorSubscription(ActorPublisher<T, M> publisher, Flow.Subscriber<? super T> subscriber) {
        super(subscriber);
        this.publisher = publisher;
        this.executor = new FlowExecutor(publisher.system.scheduler());
    }

    /** What the actor emits by. */
    private final class Output implements Emitter<T> {
        @Override
        public long requested() {
            return isOver() ? 0 : credit.left();
        }

        @Override
        public boolean emit(T element) {
            Objects.requireNonNull(element, "element");
            beforeCall();
            if (isOver() || !credit.take()) {
                return false;
            }
            add(element);
            signal();
            return true;
        }

        private void add(T element) {
            try {
                boolean ignored = elements.add(element);
            } catch (OutOfMemoryError noMemory) {
                credit.giveBack(); // or the flow would wait for this element
                signal();
                throw noMemory;
            }
        }

        @Override
        public void complete() {
            end(new End(null));
        }

        @Override
        public void fail(Throwable cause) {
            end(new End(Objects.requireNonNull(cause, "cause")));
        }

        @Override
        public boolean isOver() {
            return end.get() != null || !isGoingOn();
        }

        @Override
        public String toString() {
            return "emitter of " + publisher.actor.path();
        }
    }

    @Override
    public void stopped(ActorRef<?> actor) {
        end(new End(new ActorStoppedException(actor.path() + " has stopped, and emits nothing more")));
    }

    private void end(End how) {
        boolean ignored = end.compareAndSet(null, how);
        signal();
    }

    // Steps

    @Override
    protected @Nullable T next() {
        watch();
        long requested = requested();
        if (credit.grant(requested == Long.MAX_VALUE ? requested : taken + requested)) {
            tellOfDemand();
        }
        End how = end.get();
        T element = elements.poll();
        if (element == null) {
            finish(how);
            return null;
        }
        taken++;
        return element;
    }

    private void watch() {
        if (isWatching) {
            return;
        }
        isWatching = true;
        if (publisher.source.isStopped()) {
            stopped(publisher.actor);
        } else {
            publisher.source.sendSystem(new SystemMessage.Watch(this));
        }
    }

    private void tellOfDemand() {
        M message = message(publisher.onDemand);
        var _ = Cell.tellFollowed(publisher.actor, message).whenComplete((_, failure) -> {
            if (failure != null) {
                end(new End(failure));
            }
        });
    }

    private M message(Function<? super Emitter<T>, ? extends M> maker) {
        return Objects.requireNonNull(maker.apply(output), "the message for the actor is null");
    }

    private void finish(@Nullable End how) {
        if (how == null || !credit.close(taken)) {
            return;
        }
        if (how.failure == null) {
            complete();
        } else {
            fail(how.failure);
        }
    }

    @Override
    protected void lookForEnd() {
        watch();
        End how = end.get();
        if (elements.isEmpty()) {
            finish(how);
        }
    }

    @Override
    protected void release() {
        elements.clear();
        if (isWatching && !publisher.source.isStopped()) {
            isWatching = false;
            publisher.source.sendSystem(new SystemMessage.Unwatch(this));
        }
    }

    @Override
    protected void subscriberHasLeft(@Nullable Throwable cause) {
        if (!publisher.source.isStopped()) {
            Cell.tellPastMailbox(publisher.actor, message(publisher.onCancel));
        }
    }

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
        publisher.system.logFailure(() -> "a flow from " + publisher.actor.path() + ": " + what, thrown);
    }

    @Override
    public String toString() {
        return "subscription to " + publisher.actor.path();
    }
}
