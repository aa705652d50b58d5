package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In simulated time: a long action holds one of four CPUs, a wide one wants all of them, and small ones could use the rest. */
@Timeout(30)
class BackfillTest {
    private static final int LONG = 100;
    private static final int SMALLS = 12;
    private static final Demand ONE = Demand.of("cpus", 1);
    private static final Demand ALL = Demand.of("cpus", 4);

    private final SimulatedThreads threads = new SimulatedThreads();
    private final TaskGraphDraft builder = TaskGraph.draft();
    private final Map<String, Long> starts = new HashMap<>();
    private final long origin = threads.now();

    @AutoClose
    private final Budget budget =
            Budget.builder().resource("cpus", 4).resource("calls", 4).build();

    private Action<Long> sleeping(String name, long nanos) {
        return builder.asyncAction(name, context -> {
            starts.put(name, threads.now() - origin);
            return threads.sleep(nanos);
        });
    }

    private Action<Long> longAction() {
        return sleeping("long", LONG).demand(ONE.priority(2));
    }

    private Action<Long> wide() {
        return sleeping("wide", 10).demand(ALL.priority(1)).cost(Duration.ofNanos(10));
    }

    private void smalls(long nanos, long cost) {
        for (int i = 0; i < SMALLS; i++) {
            sleeping("small" + i, nanos).demand(ONE).cost(Duration.ofNanos(cost));
        }
    }

    private void run() {
        GraphRun run = builder.build().start(GraphOptions.defaults().budget(budget), threads);
        threads.run();
        assertThat(run.result().join().isSuccess()).isTrue();
        assertThat(budget.available("cpus")).isEqualTo(4);
    }

    private long startOf(String name) {
        return Objects.requireNonNull(starts.get(name), name);
    }

    private long smallsBefore(String name) {
        return starts.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("small") && entry.getValue() < startOf(name))
                .count();
    }

    @Test
    void shouldRunBeforeAWideActionWhatWillHaveEndedInTime() {
        longAction().cost(Duration.ofNanos(LONG));
        wide();
        smalls(30, 30);

        run();

        assertThat(startOf("wide")).isEqualTo(LONG);
        assertThat(smallsBefore("wide")).isEqualTo(9);
        assertThat(threads.now() - origin).isEqualTo(LONG + 10 + 30);
    }

    @Test
    void shouldLetNothingPassThatWouldEndTooLate() {
        longAction().cost(Duration.ofNanos(LONG));
        wide();
        smalls(30, LONG + 1);

        run();

        assertThat(startOf("wide")).isEqualTo(LONG);
        assertThat(smallsBefore("wide")).isZero();
    }

    /** Those that were started ahead take much longer than they said. Nothing passes any more when they should have ended. */
    @Test
    void shouldNotStarveTheWideActionBehindThoseThatTakeLonger() {
        longAction().cost(Duration.ofNanos(LONG));
        wide();
        smalls(1_000, 30);

        run();

        assertThat(startOf("wide")).isEqualTo(1_000);
        assertThat(smallsBefore("wide")).isEqualTo(3);
    }

    /** The long action ends early: from then on the wide one waits for those alone that run already. */
    @Test
    void shouldNotHoldUpTheWideActionWhenItCouldStartEarlier() {
        longAction().cost(Duration.ofNanos(10 * LONG));
        wide();
        sleeping("first", 70).demand(ONE).cost(Duration.ofNanos(70));
        sleeping("second", 120).demand(ONE).cost(Duration.ofNanos(120));
        sleeping("third", 110).demand(ONE).cost(Duration.ofNanos(110));
        smalls(40, 40);

        run();

        assertThat(startOf("wide")).isEqualTo(120);
        assertThat(smallsBefore("wide")).isEqualTo(1);
    }

    @Test
    void shouldNotPassWhileNobodyKnowsHowLongItWillTake() {
        longAction();
        wide();
        smalls(30, 30);

        run();

        assertThat(startOf("wide")).isEqualTo(LONG);
        assertThat(smallsBefore("wide")).isZero();
    }

    @Test
    void shouldNotLetPassWhatHasNoCost() {
        longAction().cost(Duration.ofNanos(LONG));
        wide();
        sleeping("small", 1).demand(ONE);

        run();

        assertThat(startOf("wide")).isEqualTo(LONG);
        assertThat(smallsBefore("wide")).isZero();
    }

    @Test
    void shouldPassAWideActionThatNeedsSomethingElseToo() {
        longAction().cost(Duration.ofNanos(LONG));
        sleeping("wide", 10).demand(ALL.and("calls", 4).priority(1)).cost(Duration.ofNanos(10));
        smalls(30, 30);
        sleeping("call", 1).demand(Demand.of("calls", 1)).cost(Duration.ofNanos(1));

        run();

        assertThat(startOf("wide")).isEqualTo(LONG);
        assertThat(smallsBefore("wide")).isEqualTo(9);
        assertThat(startOf("call"))
                .as("all calls are reserved for the wide one")
                .isEqualTo(LONG + 10);
    }

    /** What is kept for a stranger isn't the run's to use. */
    @Test
    void shouldNotPassAStranger() {
        longAction().cost(Duration.ofNanos(LONG));
        CompletableFuture<Long> granted = new CompletableFuture<>();
        Action<Long> stranger = builder.asyncAction("stranger", context -> {
            var ignored = budget.acquireAsync(ALL.priority(100)).thenAccept(grant -> {
                granted.complete(threads.now() - origin);
                grant.close();
            });
            return threads.sleep(1);
        });
        wide().after(stranger);
        for (int i = 0; i < SMALLS; i++) {
            sleeping("small" + i, 30).demand(ONE).cost(Duration.ofNanos(30)).after(stranger);
        }

        run();

        assertThat(granted).isCompletedWithValue((long) LONG);
        assertThat(startOf("wide")).isEqualTo(LONG);
        assertThat(smallsBefore("wide")).isZero();
    }
}
