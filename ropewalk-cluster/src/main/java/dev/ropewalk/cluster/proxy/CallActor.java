package dev.ropewalk.cluster.proxy;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.proxy.InterfaceCalls;
import dev.ropewalk.base.Failures;
import dev.ropewalk.cluster.HandsOver;
import dev.ropewalk.cluster.codec.type.MethodCall;
import java.util.concurrent.CompletionStage;

/** Makes calls on an implementation, one at a time. What a method throws is a failure of the entity, and whoever has asked hears of it as of any. */
class CallActor<T> implements Actor<MethodCall> {
    private final InterfaceCalls<T> calls;
    private final T implementation;
    private final Replies replies;

    private CallActor(InterfaceCalls<T> calls, T implementation, Replies replies) {
        this.calls = calls;
        this.implementation = implementation;
        this.replies = replies;
    }

    /** Makes one, which hands state over if the implementation does. */
    static <T> CallActor<T> of(InterfaceCalls<T> calls, T implementation, Replies replies) {
        return implementation instanceof HandsOver<?> leaving
                ? new Leaving<>(calls, implementation, replies, leaving)
                : new CallActor<>(calls, implementation, replies);
    }

    @Override
    public void receive(MethodCall call) throws Exception {
        Object returned;
        try {
            returned = calls.invoke(call.method().index(), implementation, call.arguments());
        } catch (Exception | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw Failures.<RuntimeException>unchecked(thrown);
        }
        ActorRef<Object> replyTo = call.replyTo();
        if (replyTo == null) {
            return;
        }
        if (returned == null) {
            throw new NullPointerException(
                    call + " of " + implementation.getClass().getName() + " returned null, not a stage");
        }
        replies.reply(call.method(), (CompletionStage<?>) returned, replyTo);
    }

    /** One whose implementation hands its state over. */
    private static final class Leaving<T, S> extends CallActor<T> implements HandsOver<S> {
        private final HandsOver<S> leaving;

        Leaving(InterfaceCalls<T> calls, T implementation, Replies replies, HandsOver<S> leaving) {
            super(calls, implementation, replies);
            this.leaving = leaving;
        }

        @Override
        public S handOver() {
            return leaving.handOver();
        }
    }
}
