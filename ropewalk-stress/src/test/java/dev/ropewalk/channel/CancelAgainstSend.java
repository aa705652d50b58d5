package dev.ropewalk.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.channel.core.DemandedReceive;
import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** A subscriber cancels while an element is sent to it: it gets it, or it is given back, or it isn't sent. */
@JCStressTest
@BrokenBy(in = DemandedReceive.class, method = "leave", of = "giveBack", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = LockedChannel.class, method = "sendNow", of = "unlock", flaw = Flaw.SLOW)
@Outcome(id = "true, 7", expect = ACCEPTABLE, desc = "It was delivered or given back.")
@Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "It wasn't sent.")
@Outcome(expect = FORBIDDEN, desc = "It was lost, or delivered and given back.")
@State
public class CancelAgainstSend {
    private int arrived;
    private final Channel<Integer> channel = Kind.RENDEZVOUS.open(element -> arrived += element);
    private final Subscriber subscriber = new Subscriber();

    public CancelAgainstSend() {
        channel.publisher(Runnable::run).subscribe(subscriber);
    }

    @Actor
    public void sender(ZI_Result result) {
        result.r1 = channel.trySend(7);
    }

    @Actor
    public void canceller() {
        Objects.requireNonNull(subscriber.subscription).cancel();
    }

    @Arbiter
    public void rest(ZI_Result result) {
        result.r2 = arrived;
    }

    private final class Subscriber implements Flow.Subscriber<Integer> {
        private Flow.@Nullable Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription subscribed) {
            subscription = subscribed;
            subscribed.request(1);
        }

        @Override
        public void onNext(Integer element) {
            arrived += element;
        }

        @Override
        public void onError(Throwable cause) {}

        @Override
        public void onComplete() {}
    }
}
