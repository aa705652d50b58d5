package dev.ropewalk.flow;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.FlowRules;
import dev.ropewalk.testing.ProbedSubscriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;

/** All rules of Reactive Streams, for sources, fused operators, boundaries and joins, as publishers and as subscribers. */
class FlowRulesTest {
    private static final String DROPPED =
            "required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber";

    private static final String LATE =
            "the TCK lets the collector look once, after a pause; CancelTest has it look until it finds nothing";

    private static final String ANY_ORDER = "what is merged comes in any order";

    /** A rule that the TCK can't wait for. */
    private static final Map<String, String> SKIPPED = Map.of(DROPPED, LATE);

    /** The same, and those of publishers that bring all subscribers the same elements in the same order. */
    private static final Map<String, String> SKIPPED_OF_MERGED = Map.of(
            DROPPED,
            LATE,
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingOneByOne",
            ANY_ORDER,
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfront",
            ANY_ORDER,
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfrontAndCompleteAsExpected",
            ANY_ORDER);

    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersInTheThreadThatRequests() {
        return published(FlowRulesTest::numbers);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersWithFusedOperators() {
        return published(elements -> numbers(2 * elements)
                .filter(number -> number % 2 == 0)
                .map(number -> number / 2)
                .distinctUntilChanged()
                .batch(1)
                .map(List::getFirst)
                .take(elements));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersOnAStrand() {
        return published(elements -> numbers(elements).async(scheduler).map(number -> number));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersBehindABoundary() {
        return published(elements -> numbers(elements).async(scheduler).async(scheduler, 4));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersBehindABoundaryInTheSameThread() {
        return published(elements -> numbers(elements).async(scheduler).async(Runnable::run, 4));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersBehindAnotherPublisher() {
        return published(
                elements -> Source.from(numbers(elements).async(scheduler)).filter(number -> true));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfMergedPublishers() {
        return published(
                elements ->
                        Source.merge(List.of(numbers(elements / 2).async(scheduler), numbers(elements - elements / 2))),
                SKIPPED_OF_MERGED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersThatAreMergedInTurns() {
        return published(
                elements -> Source.merge(List.of(numbers(elements / 2), numbers(elements - elements / 2))),
                SKIPPED_OF_MERGED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersThatAreMergedInTurnsByAnExecutor() {
        return published(
                elements -> Source.merge(List.of(
                        Source.range(0, bounded(elements / 2)).async(scheduler), numbers(elements - elements / 2))),
                SKIPPED_OF_MERGED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersInARow() {
        return published(elements -> Source.range(0, bounded(elements))
                .flatMap(1, number -> Source.of(List.of(number)).async(scheduler)));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfZippedPublishers() {
        return published(
                elements -> Source.zip(numbers(elements).async(scheduler), numbers(elements), (one, other) -> one));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersOfTimedBatches() {
        return published(elements ->
                numbers(elements).batch(1, Duration.ofMillis(1), scheduler).map(List::getFirst));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfSubscribersWithFusedOperators() {
        return received(source -> source.filter(number -> number >= 0));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfSubscribersInFrontOfABoundary() {
        return received(source -> source.async(scheduler, 4));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfSubscribersInFrontOfAMerge() {
        return received(source -> Source.merge(List.of(source, Source.range(0, 3))));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepInnerRulesOfSubscribersWithFusedOperators() {
        return watched(source -> source.map(number -> number + 1));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepInnerRulesOfSubscribersInFrontOfABoundary() {
        return watched(source -> source.async(scheduler, 4));
    }

    private static int bounded(long elements) {
        return (int) Math.min(elements, Integer.MAX_VALUE);
    }

    private static Source<Integer> numbers(long elements) {
        return Source.range(0, bounded(elements));
    }

    private static Stream<DynamicTest> published(Function<Long, Source<Integer>> source) {
        return published(source, SKIPPED);
    }

    private static Stream<DynamicTest> published(Function<Long, Source<Integer>> source, Map<String, String> skipped) {
        return FlowRules.of(() -> new Published(source), skipped);
    }

    private static Stream<DynamicTest> received(UnaryOperator<Source<Integer>> operators) {
        return FlowRules.of(() -> new Received(operators));
    }

    private static Stream<DynamicTest> watched(UnaryOperator<Source<Integer>> operators) {
        return FlowRules.of(() -> new Watched(operators));
    }

    /** Returns the subscriber of a flow that wants all there is. */
    private static Flow.Subscriber<Integer> subscriber(UnaryOperator<Source<Integer>> operators) {
        List<Flow.Subscriber<? super Integer>> subscribers = new ArrayList<>();
        var ignored = operators.apply(Source.from(subscribers::add)).forEach(Objects::requireNonNull);
        Flow.Subscriber<? super Integer> first = subscribers.getFirst();
        @SuppressWarnings("unchecked") // a subscriber to more is one to numbers
        Flow.Subscriber<Integer> subscriber = (Flow.Subscriber<Integer>) first;
        return subscriber;
    }

    /** Verifies a source. */
    private static final class Published extends FlowPublisherVerification<Integer> {
        private final Function<Long, Source<Integer>> source;

        Published(Function<Long, Source<Integer>> source) {
            super(FlowRules.environment());
            this.source = source;
        }

        @Override
        public Flow.Publisher<Integer> createFlowPublisher(long elements) {
            return source.apply(elements);
        }

        @Override
        public Flow.Publisher<Integer> createFailedFlowPublisher() {
            return Source.of(() -> {
                throw new IllegalStateException("the rope broke");
            });
        }
    }

    /** Verifies the subscriber of a flow. */
    private static final class Received extends FlowSubscriberBlackboxVerification<Integer> {
        private final UnaryOperator<Source<Integer>> operators;

        Received(UnaryOperator<Source<Integer>> operators) {
            super(FlowRules.environment());
            this.operators = operators;
        }

        @Override
        public Flow.Subscriber<Integer> createFlowSubscriber() {
            return subscriber(operators);
        }

        @Override
        public Integer createElement(int element) {
            return element;
        }
    }

    /** Verifies the same between the publisher and the flow. */
    private static final class Watched extends FlowSubscriberWhiteboxVerification<Integer> {
        private final UnaryOperator<Source<Integer>> operators;

        Watched(UnaryOperator<Source<Integer>> operators) {
            super(FlowRules.environment());
            this.operators = operators;
        }

        @Override
        protected Flow.Subscriber<Integer> createFlowSubscriber(WhiteboxSubscriberProbe<Integer> probe) {
            return new ProbedSubscriber<>(subscriber(operators), probe);
        }

        @Override
        public Integer createElement(int element) {
            return element;
        }
    }
}
