package dev.ropewalk.task.flow;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.ResultPublisher;
import dev.ropewalk.testing.FlowRules;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Flow;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** All rules of Reactive Streams for publishers, for results of tasks. */
class ResultRulesTest {
    private static final String ANY_ORDER = "results come in the order in which tasks end";

    private static final Map<String, String> SKIPPED = Map.of(
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingOneByOne",
            ANY_ORDER,
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfront",
            ANY_ORDER,
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfrontAndCompleteAsExpected",
            ANY_ORDER,
            "required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber",
            "the TCK lets the collector look once, after a pause; ResultPublisherTest has it look until it finds nothing");

    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    @AutoClose
    private final BoundedExecutor executor = BoundedExecutor.builder(4).build();

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesByAScheduler() {
        return FlowRules.of(() -> new Published(publisher -> publisher.on(scheduler)), SKIPPED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesByTheCommonPool() {
        return FlowRules.of(() -> new Published(publisher -> publisher.concurrency(1)), SKIPPED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesInTheThreadOfATask() {
        return FlowRules.of(() -> new Published(publisher -> publisher.on(Runnable::run)), SKIPPED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesWhereAPublisherBringsTheTasks() {
        return FlowRules.of(() -> new Chained(), SKIPPED);
    }

    private ResultPublisher<Integer> numbers(long count) {
        Iterable<Callable<Integer>> tasks = () -> LongStream.range(0, count)
                .<Callable<Integer>>mapToObj(number -> () -> (int) number)
                .iterator();
        return executor.results(tasks);
    }

    private ResultPublisher<Integer> failed() {
        Iterable<Callable<Integer>> tasks = () -> {
            throw new IllegalStateException("the rope broke");
        };
        return executor.results(tasks);
    }

    /** Verifies results of tasks that are iterated over. */
    private class Published extends FlowPublisherVerification<Integer> {
        private final UnaryOperator<ResultPublisher<Integer>> options;

        Published(UnaryOperator<ResultPublisher<Integer>> options) {
            super(FlowRules.environment());
            this.options = options;
        }

        @Override
        public Flow.Publisher<Integer> createFlowPublisher(long elements) {
            return options.apply(numbers(elements));
        }

        @Override
        public Flow.Publisher<Integer> createFailedFlowPublisher() {
            return options.apply(failed());
        }
    }

    /** Verifies results of tasks that are results of tasks themselves. */
    private final class Chained extends Published {
        Chained() {
            super(publisher -> publisher);
        }

        private Flow.Publisher<Integer> chained(ResultPublisher<Integer> first) {
            return executor.results(new Mapped(first));
        }

        @Override
        public Flow.Publisher<Integer> createFlowPublisher(long elements) {
            return chained(numbers(elements));
        }

        @Override
        public Flow.Publisher<Integer> createFailedFlowPublisher() {
            return chained(failed());
        }
    }

    /** Makes a task of each element. */
    private record Mapped(Flow.Publisher<Integer> from) implements Flow.Publisher<Callable<Integer>> {
        @Override
        public void subscribe(Flow.Subscriber<? super Callable<Integer>> subscriber) {
            from.subscribe(new Flow.Subscriber<>() {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                    subscriber.onSubscribe(subscription);
                }

                @Override
                public void onNext(Integer element) {
                    Callable<Integer> task = () -> element;
                    subscriber.onNext(task);
                }

                @Override
                public void onError(Throwable cause) {
                    subscriber.onError(cause);
                }

                @Override
                public void onComplete() {
                    subscriber.onComplete();
                }
            });
        }
    }
}
