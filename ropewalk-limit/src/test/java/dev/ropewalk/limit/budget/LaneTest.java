package dev.ropewalk.limit.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.waiter.ThreadWaiter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class LaneTest {
    private static final int STEPS = 20_000;

    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Ledger ledger = new Ledger(List.of("calls"));
    private final Budget budget = Budget.builder().resource("calls", 1).build();
    private final Lane lane = new Lane(1);

    private PendingRequest pending(long now, int priority, long arrival) {
        Request request = ledger.resolve(Demand.of("calls", 1).priority(priority));
        BudgetGrant grant = new BudgetGrant(ResourceBudget.of(budget), request);
        return new PendingRequest(request, new ThreadWaiter<>("nothing"), grant, now, 10, arrival);
    }

    @Test
    void shouldKeepTheFirstFirstWhoeverComesAndGoes() {
        List<PendingRequest> all = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            if (all.isEmpty() || random.nextInt(5) < 3) {
                PendingRequest one = pending(random.nextInt(1000), random.nextInt(-3, 4), step);
                all.add(one);
                lane.add(one);
            } else {
                PendingRequest one = random.nextBoolean() ? lane.first() : all.get(random.nextInt(all.size()));
                all.remove(one);
                lane.remove(one);
                assertThat(one.index).isNegative();
            }
            assertThat(lane.size()).isEqualTo(all.size());
        }
        all.sort((a, b) -> a.isBefore(b) ? -1 : 1);
        for (PendingRequest next : all) {
            assertThat(lane.first()).as("seed " + seed).isSameAs(next);
            lane.remove(next);
        }
        assertThat(lane.size()).isZero();
    }

    @Test
    void shouldOrderByTimeLessHeadStartThenByArrival() {
        PendingRequest early = pending(0, 0, 1);
        PendingRequest sameTime = pending(0, 0, 2);
        PendingRequest late = pending(15, 1, 3);
        PendingRequest urgent = pending(15, 2, 4);

        List<PendingRequest> order = new ArrayList<>(List.of(late, sameTime, urgent, early));
        order.sort((a, b) -> a.isBefore(b) ? -1 : 1);

        assertThat(order).containsExactly(urgent, early, sameTime, late);
    }
}
