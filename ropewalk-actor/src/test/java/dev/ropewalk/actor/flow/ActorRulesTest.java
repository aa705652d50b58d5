package dev.ropewalk.actor.flow;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.testing.FlowRules;
import dev.ropewalk.testing.ProbedSubscriber;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;

/** The rules of Reactive Streams for subscribers, for actors of all sorts. */
class ActorRulesTest {
    @AutoClose
    private final ActorSystem system = ActorSystem.create("rules");

    private ActorRef<Object> actor(Mailbox<Object> mailbox) {
        return system.spawn(ActorOptions.defaults().mailbox(mailbox), context -> message -> {});
    }

    private ActorRef<Object> blocking() {
        return system.spawnBlocking(inbox -> {
            while (true) {
                Object ignored = inbox.receive();
            }
        });
    }

    private Flow.Subscriber<Integer> subscriber(ActorRef<Object> actor) {
        return system.subscriber(actor, element -> element, () -> "complete", cause -> cause);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfSubscribersWithoutABound() {
        return FlowRules.of(() -> new Received(actor(Mailbox.unbounded())));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfSubscribersThatWaitForRoom() {
        return FlowRules.of(() -> new Received(actor(Mailbox.bounded(1, OverflowPolicy.BLOCK))));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfSubscribersByBlockingActors() {
        return FlowRules.of(() -> new Received(blocking()));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfSubscribersByRouters() {
        return FlowRules.of(() -> new Received(system.spawnRouter(Routing.broadcast(), 2, context -> message -> {})));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepInnerRulesOfSubscribersThatWaitForRoom() {
        return FlowRules.of(() -> new Watched(actor(Mailbox.bounded(4, OverflowPolicy.BLOCK))));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepInnerRulesOfSubscribersByBlockingActors() {
        return FlowRules.of(() -> new Watched(blocking()));
    }

    /** Verifies the subscriber of an actor. */
    private final class Received extends FlowSubscriberBlackboxVerification<Integer> implements AutoCloseable {
        private final ActorRef<Object> actor;

        Received(ActorRef<Object> actor) {
            super(FlowRules.environment());
            this.actor = actor;
        }

        @Override
        public Flow.Subscriber<Integer> createFlowSubscriber() {
            return subscriber(actor);
        }

        @Override
        public void close() {
            system.stop(actor);
        }

        @Override
        public Integer createElement(int element) {
            return element;
        }
    }

    /** Verifies the same between the publisher and the actor. */
    private final class Watched extends FlowSubscriberWhiteboxVerification<Integer> implements AutoCloseable {
        private final ActorRef<Object> actor;

        Watched(ActorRef<Object> actor) {
            super(FlowRules.environment());
            this.actor = actor;
        }

        @Override
        protected Flow.Subscriber<Integer> createFlowSubscriber(WhiteboxSubscriberProbe<Integer> probe) {
            return new ProbedSubscriber<>(subscriber(actor), probe);
        }

        @Override
        public void close() {
            system.stop(actor);
        }

        @Override
        public Integer createElement(int element) {
            return element;
        }
    }
}
