package dev.ropewalk.flow.end;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.base.flow.RefusedSubscription;
import dev.ropewalk.flow.chain.Chain;
import dev.ropewalk.flow.chain.Head;
import dev.ropewalk.flow.chain.Log;
import dev.ropewalk.flow.chain.Stage;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The end of a flow at a subscriber. It is the subscriber's subscription, too.
 *
 * <p>Why it is right. The head makes all signals but the first, one at a time, and pushes no more than the limit, which is the sum of
 * what was requested. That sum is changed atomically, and the head is told after that. The end is told once: the subscriber is
 * forgotten before. A cancel forgets it, too, in any thread: that is a deliberate race, by which a signal under way still arrives, as
 * rule 2.8 allows, and the next doesn't.
 */
public final class SubscriberEnd<T> extends Stage<T> implements Flow.Subscription {
    private static final VarHandle REQUESTED = VarHandles.of(MethodHandles.lookup(), "requested", long.class);

    private final Head head;
    private volatile Flow.@Nullable Subscriber<? super T> subscriber;
    private volatile long requested;

    private SubscriberEnd(Chain<T> chain, Flow.Subscriber<? super T> subscriber) {
        this.subscriber = subscriber;
        this.head = chain.build(this, null);
    }

    /** Lets what a chain brings go to a subscriber, or tells it why the flow can't be made. */
    public static <T> void subscribe(Chain<T> chain, Flow.Subscriber<? super T> subscriber) {
        StackRoom.require();
        SubscriberEnd<T> end;
        try {
            end = new SubscriberEnd<>(chain, subscriber);
        } catch (RuntimeException | Error why) {
            RefusedSubscription.tell(subscriber, why, Log::warn);
            return;
        }
        end.begin(subscriber);
    }

    private void begin(Flow.Subscriber<? super T> to) {
        try {
            to.onSubscribe(this);
        } catch (Throwable thrown) {
            subscriber = null;
            Log.warn("a subscriber has failed in onSubscribe", thrown);
            head.cancel();
        }
        head.connect();
        head.open();
    }

    // What the subscriber calls

    @Override
    public void request(long elements) {
        StackRoom.require();
        Steps.before(StepKind.ACCESS, this);
        if (elements > 0) {
            add(elements);
            head.resume();
        } else if (subscriber != null) {
            head.refuse(elements);
        }
    }

    private void add(long elements) {
        long before;
        do {
            before = requested;
        } while (!REQUESTED.compareAndSet(this, before, sum(before, elements)));
    }

    @Override
    public void cancel() {
        subscriber = null;
        head.cancel();
    }

    // What the head calls

    @Override
    public boolean push(T element) {
        Flow.Subscriber<? super T> to = subscriber;
        if (to == null) {
            return false;
        }
        try {
            to.onNext(element);
            return true;
        } catch (Throwable thrown) {
            subscriber = null;
            Log.warn("a subscriber has failed in onNext", thrown);
            return false;
        }
    }

    @Override
    public void pause() {
        // A subscriber has nothing to do meanwhile.
    }

    @Override
    public void end(@Nullable Throwable cause) {
        Flow.Subscriber<? super T> to = subscriber;
        if (to == null) {
            return;
        }
        subscriber = null;
        try {
            if (cause == null) {
                to.onComplete();
            } else {
                to.onError(cause);
            }
        } catch (Throwable thrown) {
            Log.warn("a subscriber has failed when it was told of the end", thrown);
        }
    }

    @Override
    public long limit() {
        return requested;
    }

    @Override
    public String toString() {
        return "subscription to a flow";
    }
}
