package dev.ropewalk.flow.head;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.base.flow.SerialSteps;
import dev.ropewalk.flow.chain.Head;
import dev.ropewalk.flow.chain.Log;
import dev.ropewalk.flow.chain.Rules;
import dev.ropewalk.flow.chain.Stage;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Pushes what a publisher publishes, in the publisher's threads.
 *
 * <p>Why it is right. The publisher's signals don't overlap (rule 1.3), so the stages need no more. What is asked of the publisher is
 * asked by {@linkplain SerialSteps steps}, which don't overlap either (rule 2.7), and are run by whoever wants something. A step
 * requests what the stages' limit has grown by since the last one. It may read a limit that is too small: the signal under way, or the
 * thread that raises the limit, looks again. {@code requested} is written before the request, so that what comes of it was counted. A
 * publisher that sends more is cancelled, and the flow fails: no ring behind is overrun.
 *
 * <p>One end may overlap an element: that of a publisher whose {@code request} throws, against rule 3.16, while it sends an element in
 * another thread. The thread that asked tells of it, because no other may come any more. To keep them apart each element would pay for a
 * fence, for the sake of publishers that are broken.
 */
public final class PublisherHead<T> extends SerialSteps implements Head, Flow.Subscriber<T> {
    private static final VarHandle UPSTREAM =
            VarHandles.of(MethodHandles.lookup(), "upstream", Flow.Subscription.class);

    /** Stands for a subscription that has ended, and takes no other's place. */
    private static final Flow.Subscription NONE = new Flow.Subscription() {
        @Override
        public void request(long elements) {}

        @Override
        public void cancel() {}
    };

    private final Flow.Publisher<? extends T> publisher;
    private final Stage<? super T> stage;
    private volatile Flow.@Nullable Subscription upstream;

    /** Whether the publisher has said that nothing comes any more. */
    private volatile boolean hasEnded;

    /** Whether nothing is wanted any more. */
    private volatile boolean isLeaving;

    /** A number that was requested against the rules, or 1 if none was. */
    private volatile long refused = 1;

    private volatile long requested; // written by steps
    private long arrived; // the publisher's signals only

    /** Makes a head that subscribes when it is connected. */
    public PublisherHead(Stage<? super T> stage, Flow.Publisher<? extends T> publisher) {
        this.stage = stage;
        this.publisher = publisher;
    }

    // What the flow calls

    @Override
    public void connect() {
        if (hasLeft()) {
            return;
        }
        try {
            publisher.subscribe(this);
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    @Override
    public void open() {
        // The publisher pushes when something is requested.
    }

    @Override
    public void resume() {
        signal();
    }

    @Override
    public void cancel() {
        StackRoom.require();
        Steps.before(StepKind.ACCESS, this);
        isLeaving = true;
        signal();
    }

    /** Leaves the answer to the publisher: its signals don't overlap. */
    @Override
    public void refuse(long elements) {
        refused = elements;
        signal();
    }

    @Override
    public boolean isRunByCallers() {
        return false;
    }

    // What the publisher calls

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        Objects.requireNonNull(subscription, "subscription");
        StackRoom.require();
        if (UPSTREAM.compareAndSet(this, null, subscription)) {
            run();
        } else {
            subscription.cancel();
        }
    }

    @Override
    public void onNext(T element) {
        Objects.requireNonNull(element, "element");
        StackRoom.require();
        if (hasLeft()) {
            return;
        }
        if (arrived == requested) {
            fail(Rules.notRequested(arrived + 1));
            return;
        }
        arrived++;
        try {
            push(element);
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    private void push(T element) {
        if (!stage.push(element)) {
            isLeaving = true;
            signal();
            return;
        }
        stage.pause();
        if (arrived == requested) {
            signal();
        }
    }

    @Override
    public void onError(Throwable cause) {
        end(Objects.requireNonNull(cause, "cause"));
    }

    @Override
    public void onComplete() {
        end(null);
    }

    private void end(@Nullable Throwable cause) {
        StackRoom.require();
        boolean isFirst = !hasLeft();
        hasEnded = true;
        if (isFirst) {
            tellOfEnd(cause);
        }
        signal();
    }

    private void fail(Throwable cause) {
        isLeaving = true;
        tellOfEnd(cause);
        signal();
    }

    private void tellOfEnd(@Nullable Throwable cause) {
        try {
            stage.end(cause);
        } catch (Throwable thrown) {
            tellOfFailure(thrown);
        }
    }

    private void tellOfFailure(Throwable ofStage) {
        try {
            stage.end(ofStage);
        } catch (Throwable thrown) {
            Log.warn("a flow has failed when it was told of a failure", thrown);
        }
    }

    private boolean hasLeft() {
        return hasEnded || isLeaving;
    }

    // Steps

    @Override
    @SuppressWarnings("ReferenceEquality") // there is one that stands for none
    protected boolean step() {
        Flow.Subscription from = upstream;
        if (from == null || from == NONE) {
            return true;
        }
        try {
            ask(from);
        } catch (Throwable thrown) {
            Log.warn("a publisher has failed in what its subscriber calls", thrown);
            if (!hasLeft()) {
                fail(thrown);
            }
        }
        return true;
    }

    private void ask(Flow.Subscription from) {
        if (hasLeft()) {
            upstream = NONE;
            if (!hasEnded) {
                from.cancel();
            }
            return;
        }
        long wrong = refused;
        if (wrong <= 0) {
            refused = 1;
            from.request(wrong);
        }
        long before = requested;
        long limit = stage.limit();
        if (limit > before) {
            requested = limit;
            from.request(limit - before);
        }
    }

    /** Steps are run by whoever signals. */
    @Override
    protected void submit(Runnable run) {
        run.run();
    }

    @Override
    protected void refused(Throwable why) {
        Log.warn("a publisher couldn't be told", why);
    }

    @Override
    public String toString() {
        return "subscriber of a flow";
    }
}
