package dev.ropewalk.actor.flow;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Emitter;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.testing.FlowRules;
import dev.ropewalk.testing.ProbedSubscriber;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;

/** The rules of Reactive Streams, for actors of all sorts. */
class ActorRulesTest {
    private static final Map<String, String> LATE_GARBAGE = Map.of(
            "required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber",
            "the TCK lets the collector look once, after a pause; ActorPublisherTest has it look until it finds nothing");

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

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishers() {
        return FlowRules.of(Published::new, LATE_GARBAGE);
    }

    /** Verifies the publisher of an actor that counts for each subscriber. */
    private final class Published extends FlowPublisherVerification<Integer> {
        Published() {
            super(FlowRules.environment());
        }

        @Override
        public Flow.Publisher<Integer> createFlowPublisher(long elements) {
            ActorRef<Emitter<Integer>> counter = system.spawn(context -> {
                Map<Emitter<Integer>, Integer> counts = new HashMap<>();
                return output -> count(counts, output, elements);
            });
            return system.publisher(counter, output -> output, output -> output);
        }

        private static void count(Map<Emitter<Integer>, Integer> counts, Emitter<Integer> output, long elements) {
            int next = counts.getOrDefault(output, 0);
            while (next < elements && output.requested() > 0) {
                boolean ignored = output.emit(next++);
            }
            counts.put(output, next);
            if (next == elements) {
                output.complete();
            }
        }

        @Override
        public Flow.Publisher<Integer> createFailedFlowPublisher() {
            ActorRef<Emitter<Integer>> stopped = system.spawn(context -> output -> {});
            system.stop(stopped);
            var ignored = system.whenStopped(stopped).join();
            return system.publisher(stopped, output -> output, output -> output);
        }
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
