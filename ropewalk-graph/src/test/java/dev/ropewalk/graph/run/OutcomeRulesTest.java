package dev.ropewalk.graph.run;

import dev.ropewalk.graph.ActionOutcome;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.FlowRules;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.tck.flow.FlowPublisherVerification;

/** All rules of Reactive Streams for publishers, for outcomes of actions. */
class OutcomeRulesTest {
    private static final int MOST_ACTIONS = 2_000;

    private static final Map<String, String> SKIPPED = Map.of(
            "required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber",
            "the TCK lets the collector look once, after a pause; OutcomePublisherTest has it look until it finds nothing",
            "required_spec317_mustNotSignalOnErrorWhenPendingAboveLongMaxValue",
            "the TCK wants two billion elements, and each action is in memory");

    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesByAScheduler() {
        return FlowRules.of(() -> new Published(run -> run.publisher(scheduler)), SKIPPED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesByTheCommonPool() {
        return FlowRules.of(() -> new Published(GraphRun::publisher), SKIPPED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesInTheThreadOfAnAction() {
        return FlowRules.of(() -> new Published(run -> run.publisher(Runnable::run)), SKIPPED);
    }

    private static GraphRun run(long actions) {
        TaskGraphDraft draft = TaskGraph.draft();
        for (int i = 0; i < actions; i++) {
            int value = i;
            draft.action("a" + i, context -> value);
        }
        return draft.build().start();
    }

    private static void refuse(Runnable task) {
        throw new RejectedExecutionException("no room for " + task);
    }

    /** Verifies outcomes of a run that has begun. */
    private static final class Published extends FlowPublisherVerification<ActionOutcome> {
        private final Function<GraphRun, Flow.Publisher<ActionOutcome>> publisher;

        Published(Function<GraphRun, Flow.Publisher<ActionOutcome>> publisher) {
            super(FlowRules.environment());
            this.publisher = publisher;
        }

        @Override
        public long maxElementsFromPublisher() {
            return MOST_ACTIONS;
        }

        @Override
        public Flow.Publisher<ActionOutcome> createFlowPublisher(long elements) {
            return publisher.apply(run(elements));
        }

        @Override
        public Flow.Publisher<ActionOutcome> createFailedFlowPublisher() {
            return run(1).publisher(OutcomeRulesTest::refuse);
        }
    }
}
