package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;

/** Random requests, cancels, part releases and moves of capacity, each step compared with {@link BudgetModel}. */
class BudgetModelTest {
    private static final int STEPS = 400;
    private static final long AGEING = 10;

    /** A request, and what has become of it. */
    private static final class Asked {
        final int id;
        final CompletableFuture<Grant> future;
        final Set<String> held;
        boolean over;

        Asked(int id, Demand demand, CompletableFuture<Grant> future) {
            this.id = id;
            this.future = future;
            this.held = new HashSet<>(demand.amounts().keySet());
        }

        boolean isGranted() {
            return future.isDone() && !future.isCompletedExceptionally();
        }
    }

    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final AtomicLong now = new AtomicLong();
    private final Map<String, Long> capacities = new TreeMap<>();
    private final List<Asked> all = new ArrayList<>();
    private final Budget budget;
    private final BudgetModel model;
    private int ids;

    BudgetModelTest() {
        BudgetBuilder builder = Budget.builder().clock(now::get).ageing(Duration.ofNanos(AGEING));
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            capacities.put("r" + i, (long) random.nextInt(1, 12));
        }
        for (Map.Entry<String, Long> capacity : capacities.entrySet()) {
            builder = builder.resource(capacity.getKey(), capacity.getValue());
        }
        budget = builder.build();
        model = new BudgetModel(capacities);
    }

    @RepeatedTest(100)
    void shouldDoWhatTheModelDoes() {
        for (int step = 0; step < STEPS; step++) {
            now.addAndGet(random.nextInt(5));
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3, 4 -> ask();
                case 5 -> tryWithoutWaiting();
                case 6 -> cancel();
                case 7 -> moveCapacity(random.nextInt(12));
                case 8 -> releasePart();
                default -> close();
            }
            compare("step " + step);
        }
        drain();
    }

    private void ask() {
        Demand demand = randomDemand().priority(random.nextInt(-2, 3));
        int id = ids++;
        model.ask(new BudgetModel.Ask(id, now.get() - AGEING * demand.priority(), demand));
        all.add(new Asked(id, demand, budget.acquireAsync(demand)));
    }

    private Demand randomDemand() {
        Demand demand = Demand.nothing();
        for (String resource : capacities.keySet()) {
            if (random.nextInt(3) == 0) {
                demand = demand.and(resource, random.nextInt(10) == 0 ? random.nextInt(1, 30) : random.nextInt(1, 5));
            }
        }
        return demand;
    }

    /** A try succeeds if the last in the order would, and leaves no trace otherwise. */
    private void tryWithoutWaiting() {
        Demand demand = randomDemand();
        int id = ids++;
        model.ask(new BudgetModel.Ask(id, Long.MAX_VALUE, demand));
        boolean fits = model.admitted().contains(id);
        assertThat(budget.scarce(demand).isEmpty()).isEqualTo(fits);
        var granted = budget.tryAcquire(demand);
        assertThat(granted.isPresent()).as("seed " + seed + " " + demand).isEqualTo(fits);
        if (granted.isPresent()) {
            all.add(new Asked(id, demand, CompletableFuture.completedFuture(granted.get())));
        } else {
            model.cancel(id);
        }
    }

    private void cancel() {
        List<Asked> open = all.stream().filter(asked -> !asked.future.isDone()).toList();
        if (!open.isEmpty()) {
            Asked asked = open.get(random.nextInt(open.size()));
            asked.future.cancel(false);
            model.cancel(asked.id);
        }
    }

    private void moveCapacity(long to) {
        List<String> names = List.copyOf(capacities.keySet());
        String resource = names.get(random.nextInt(names.size()));
        budget.setCapacity(resource, to);
        model.setCapacity(resource, to);
    }

    private List<Asked> holders() {
        return all.stream().filter(asked -> asked.isGranted() && !asked.over).toList();
    }

    private void releasePart() {
        List<Asked> holders = holders();
        if (!holders.isEmpty()) {
            Asked asked = holders.get(random.nextInt(holders.size()));
            Grant grant = asked.future.join();
            for (String resource : List.copyOf(asked.held)) {
                if (random.nextBoolean()) {
                    assertThat(grant.release(resource)).isTrue();
                    model.giveBack(grant.demand(), Set.of(resource));
                    asked.held.remove(resource);
                }
            }
        }
    }

    private void close() {
        List<Asked> holders = holders();
        if (!holders.isEmpty()) {
            Asked asked = holders.get(random.nextInt(holders.size()));
            asked.over = true;
            Grant grant = asked.future.join();
            grant.close();
            model.giveBack(grant.demand(), asked.held);
            if (random.nextBoolean()) {
                grant.close();
                asked.held.forEach(
                        resource -> assertThat(grant.release(resource)).isFalse());
            }
        }
    }

    private void compare(String step) {
        Set<Integer> granted =
                all.stream().filter(Asked::isGranted).map(asked -> asked.id).collect(Collectors.toSet());
        assertThat(granted).as("seed " + seed + ", " + step).isEqualTo(model.admitted());
        BudgetStats stats = budget.stats();
        for (String resource : capacities.keySet()) {
            assertThat(stats.resource(resource).inUse()).isEqualTo(model.used(resource));
        }
        assertThat(stats.admission().waiting()).isEqualTo(model.waiting());
        assertThat(stats.resources().stream().mapToLong(ResourceStats::waiting).sum())
                .isEqualTo(model.waiting());
    }

    private void drain() {
        for (String resource : capacities.keySet()) {
            budget.setCapacity(resource, 3);
            model.setCapacity(resource, 3);
        }
        compare("drain");
        for (int closes = 0; !holders().isEmpty(); closes++) {
            close();
            compare("close " + closes);
        }
        assertThat(all).as("seed " + seed).allMatch(asked -> asked.over || asked.future.isCancelled());
        capacities
                .keySet()
                .forEach(resource -> assertThat(budget.available(resource)).isEqualTo(3));
        assertThat(budget.stats().admission().inFlight()).isZero();
    }
}
