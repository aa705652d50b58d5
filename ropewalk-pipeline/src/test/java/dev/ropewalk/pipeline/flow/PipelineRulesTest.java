package dev.ropewalk.pipeline.flow;

import dev.ropewalk.pipeline.Event;
import dev.ropewalk.pipeline.EventPublisher;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineClosedException;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.FlowRules;
import dev.ropewalk.testing.ProbedSubscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;

/** All rules of Reactive Streams, for what comes from a pipeline and what goes into one. */
class PipelineRulesTest {
    private static final int CAPACITY = 32;

    private static final String LATE =
            "a subscriber gets what is published after it has come; so those of one pipeline differ";

    private static final Map<String, String> SKIPPED = Map.of(
            "optional_spec111_maySupportMultiSubscribe",
            LATE,
            "optional_spec111_registeredSubscribersMustReceiveOnNextOrOnCompleteSignals",
            LATE,
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingOneByOne",
            LATE,
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfront",
            LATE,
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfrontAndCompleteAsExpected",
            LATE,
            "required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber",
            "the TCK lets the collector look once, after a pause; EventPublisherTest has it look until it finds nothing");

    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersByAScheduler() {
        return FlowRules.of(() -> new Published(publisher -> publisher.on(scheduler)), SKIPPED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersByTheCommonPool() {
        return FlowRules.of(() -> new Published(publisher -> publisher.after("first")), SKIPPED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersInTheThreadThatPublishesOrRequests() {
        return FlowRules.of(() -> new Published(publisher -> publisher.on(Runnable::run)), SKIPPED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfSubscribersByAScheduler() {
        return FlowRules.of(() -> new Received(scheduler, false));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfSubscribersInTheThreadOfAStage() {
        return FlowRules.of(() -> new Received(Runnable::run, false));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepInnerRulesOfSubscribersByAScheduler() {
        return FlowRules.of(() -> new Watched(scheduler));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepInnerRulesOfSubscribersInTheThreadOfAStage() {
        return FlowRules.of(() -> new Watched(Runnable::run));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfSubscribersThatAreTheSingleProducer() {
        return FlowRules.of(() -> new Received(scheduler, true));
    }

    private Pipeline<Event> pipeline(int capacity) {
        return pipeline(capacity, false);
    }

    private Pipeline<Event> pipeline(int capacity, boolean single) {
        return Pipeline.<Event>builder(Event::new)
                .capacity(capacity)
                .singleProducer(single)
                .daemon(true)
                .stage("first", (event, sequence, endOfBatch) -> {})
                .build();
    }

    /** Verifies publishers of pipelines into which a thread publishes when they have a subscriber. */
    private final class Published extends FlowPublisherVerification<Integer> implements AutoCloseable {
        private final UnaryOperator<EventPublisher<Integer>> options;
        private final List<Pipeline<Event>> pipelines = new ArrayList<>();
        private final List<Thread> feeders = new ArrayList<>();

        Published(UnaryOperator<EventPublisher<Integer>> options) {
            super(FlowRules.environment());
            this.options = options;
        }

        private Pipeline<Event> added() {
            Pipeline<Event> pipeline = pipeline(CAPACITY);
            pipelines.add(pipeline);
            return pipeline;
        }

        private EventPublisher<Integer> publisher(Pipeline<Event> pipeline) {
            return options.apply(pipeline.publisher("flow", event -> (int) event.value));
        }

        @Override
        public Flow.Publisher<Integer> createFlowPublisher(long elements) {
            Pipeline<Event> pipeline = added();
            EventPublisher<Integer> publisher = publisher(pipeline);
            Thread feeder = Thread.ofVirtual().unstarted(() -> feed(pipeline, elements));
            return subscriber -> {
                publisher.subscribe(subscriber);
                if (feeder.getState() == Thread.State.NEW) {
                    feeders.add(feeder);
                    feeder.start();
                }
            };
        }

        private static void feed(Pipeline<Event> pipeline, long elements) {
            try {
                for (long i = 0; i < elements; i++) {
                    long value = i;
                    pipeline.publish((event, sequence) -> event.value = value);
                }
                var ignored = pipeline.close(Duration.ofSeconds(60));
            } catch (InterruptedException | PipelineClosedException ended) {
                // The verification is over.
            }
        }

        @Override
        public Flow.Publisher<Integer> createFailedFlowPublisher() {
            Pipeline<Event> pipeline = added();
            var ignored = pipeline.close(Duration.ZERO);
            return publisher(pipeline);
        }

        /** An interrupt ends the wait for a subscriber that requests no more. */
        @Override
        public void close() {
            feeders.forEach(Thread::interrupt);
            pipelines.forEach(pipeline -> {
                var ignored = pipeline.close(Duration.ZERO);
            });
        }
    }

    /** Verifies subscribers, of which nobody sees what they request. */
    private final class Received extends FlowSubscriberBlackboxVerification<Integer> implements AutoCloseable {
        private final Pipeline<Event> pipeline;
        private final Executor executor;

        Received(Executor executor, boolean single) {
            super(FlowRules.environment());
            this.pipeline = pipeline(4, single);
            this.executor = executor;
        }

        @Override
        public Flow.Subscriber<Integer> createFlowSubscriber() {
            return pipeline.subscriber((Event event, Integer element) -> event.value = element, executor);
        }

        @Override
        public Integer createElement(int element) {
            return element;
        }

        @Override
        public void close() {
            pipeline.close();
        }
    }

    /** Verifies the same between the publisher and the pipeline. */
    private final class Watched extends FlowSubscriberWhiteboxVerification<Integer> implements AutoCloseable {
        private final Pipeline<Event> pipeline = pipeline(4);
        private final Executor executor;

        Watched(Executor executor) {
            super(FlowRules.environment());
            this.executor = executor;
        }

        @Override
        protected Flow.Subscriber<Integer> createFlowSubscriber(WhiteboxSubscriberProbe<Integer> probe) {
            return new ProbedSubscriber<>(
                    pipeline.subscriber((Event event, Integer element) -> event.value = element, executor), probe);
        }

        @Override
        public Integer createElement(int element) {
            return element;
        }

        @Override
        public void close() {
            pipeline.close();
        }
    }
}
