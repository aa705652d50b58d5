package dev.ropewalk.stress;

import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.ActionContext;
import dev.ropewalk.graph.ActionResult;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphResult;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.graph.Retry;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One run of a random graph with random trouble: actions that compute, sleep, wait for a stage, fail, are tried again or take too
 * long, and a run that is cancelled at any moment. It shares its budget with others, whose use is counted apart.
 */
final class GraphStorm {
    private static final int MOST_DEPENDENCIES = 4;

    private final SplittableRandom random;
    private final BudgetAccount account;
    private final List<Action<Long>> actions = new ArrayList<>();
    private final List<List<Action<Long>>> dependencies = new ArrayList<>();
    private final AtomicInteger bodies = new AtomicInteger();
    private final AtomicReference<@Nullable String> wrong = new AtomicReference<>();
    private volatile boolean ended;

    GraphStorm(BudgetAccount account, long seed) {
        this.account = account;
        this.random = new SplittableRandom(seed);
    }

    /** Runs the graph and checks it; returns how many attempts there were. */
    int run(Budget budget, GraphOptions base) throws InterruptedException {
        TaskGraph graph = build(1 + random.nextInt(300));
        boolean keepsGoing = random.nextBoolean();
        boolean cancels = random.nextInt(3) == 0;
        GraphOptions options = base.budget(budget);
        GraphRun run = graph.start(keepsGoing ? options.keepGoing(true) : options);
        if (cancels) {
            LockSupport.parkNanos(random.nextInt(3_000_000));
            run.cancel();
        }
        Optional<GraphResult> result = run.join(Duration.ofSeconds(30));
        ended = true;
        if (result.isEmpty()) {
            throw new AssertionError(
                    "the run doesn't end: " + run.snapshot() + ", " + budget.stats() + Deadline.allStacks());
        }
        check(result.get(), keepsGoing && !cancels);
        return bodies.get();
    }

    private TaskGraph build(int size) {
        TaskGraphDraft builder = TaskGraph.draft();
        for (int i = 0; i < size; i++) {
            int[] amounts = account.randomAmounts(random);
            List<Action<Long>> own = new ArrayList<>();
            for (int edge = random.nextInt(MOST_DEPENDENCIES); edge > 0 && i > 0; edge--) {
                own.add(actions.get(Math.max(0, i - 1 - random.nextInt(1 + i))));
            }
            int trouble = random.nextInt(100);
            long nanos = random.nextInt(200_000);
            Action<Long> action = random.nextInt(4) == 0
                    ? builder.asyncAction("a" + i, context -> stage(context, own, amounts, trouble, nanos))
                    : builder.action("a" + i, context -> compute(context, own, amounts, trouble, nanos));
            own.forEach(action::after);
            if (trouble == 1) {
                action.timeout(Duration.ofNanos(50_000));
            }
            Demand demand = account.demand(amounts);
            actions.add(action.demand(demand)
                    .cost(Duration.ofNanos(nanos))
                    .retry(Retry.attempts(1 + random.nextInt(3))
                            .backOff(Duration.ofNanos(nanos), Duration.ofMillis(1))));
            dependencies.add(own);
        }
        return builder.build();
    }

    private long sum(ActionContext context, List<Action<Long>> own) {
        if (ended) {
            wrong.set(context.name() + " runs after the end");
        }
        bodies.incrementAndGet();
        long sum = 1;
        for (Action<Long> dependency : own) {
            sum += context.value(dependency);
        }
        return sum;
    }

    private long compute(ActionContext context, List<Action<Long>> own, int[] amounts, int trouble, long nanos)
            throws Exception {
        account.enter(amounts);
        try {
            long sum = sum(context, own);
            if (trouble < 30) {
                Thread.sleep(Duration.ofNanos(nanos));
            }
            if (trouble == 2 || (trouble < 10 && context.attempt() == 1)) {
                throw new IOException("trouble " + trouble);
            }
            return sum;
        } finally {
            if (ended) {
                wrong.set(context.name() + " runs on after the end");
            }
            account.leave(amounts);
        }
    }

    private CompletableFuture<Long> stage(
            ActionContext context, List<Action<Long>> own, int[] amounts, int trouble, long nanos) throws IOException {
        long sum = sum(context, own);
        if (trouble == 3) {
            throw new IOException("no stage");
        }
        HeldStage stage = new HeldStage(account, amounts);
        if (trouble >= 10) {
            return stage.completeOnTimeout(sum, trouble < 60 ? 0 : nanos, TimeUnit.NANOSECONDS);
        }
        Thread.startVirtualThread(() -> {
            LockSupport.parkNanos(nanos);
            if (trouble == 4) {
                stage.completeExceptionally(new IOException("trouble"));
            } else {
                stage.complete(sum);
            }
        });
        return stage;
    }

    private void check(GraphResult result, boolean complete) {
        String problem = wrong.get();
        if (problem != null) {
            throw new AssertionError(problem);
        }
        for (int i = 0; i < actions.size(); i++) {
            boolean fulfilled = true;
            long sum = 1;
            for (Action<Long> dependency : dependencies.get(i)) {
                if (result.result(dependency) instanceof ActionResult.Succeeded<Long>(Long value)) {
                    sum += value;
                } else {
                    fulfilled = false;
                }
            }
            ActionResult<Long> outcome = result.result(actions.get(i));
            boolean right = switch (outcome) {
                case ActionResult.Succeeded<Long>(Long value) -> fulfilled && value == sum;
                case ActionResult.Failed<Long> failed -> fulfilled;
                case ActionResult.Skipped<Long>(Action<?> culprit) ->
                    !fulfilled && result.result(culprit) instanceof ActionResult.Failed;
                case ActionResult.Cancelled<Long> cancelled -> !complete;
            };
            if (!right) {
                throw new AssertionError(actions.get(i) + " after " + dependencies.get(i) + " ended as " + outcome);
            }
        }
    }
}
