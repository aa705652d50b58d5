package dev.ropewalk.stress;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.BudgetBuilder;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Resource;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One budget with random resources, random parties and random trouble, counted along by counters of its own. */
final class BudgetStorm {
    static final int MAX_CAPACITY = 12;
    private static final String LIVE = "live";

    private final Scheduler scheduler;
    private final SplittableRandom random;
    private final String name;
    private final AtomicLong liveCapacity = new AtomicLong(1);
    private final Map<String, AtomicLong> held = new TreeMap<>();
    private final Map<String, Long> most = new TreeMap<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    BudgetStorm(Scheduler scheduler, long seed) {
        this.scheduler = scheduler;
        random = new SplittableRandom(seed);
        name = "storm" + Long.toHexString(seed);
    }

    void failed(Throwable wrong) {
        failure.compareAndSet(null, wrong);
    }

    List<String> resources() {
        return List.copyOf(held.keySet());
    }

    /** Counts what was granted, and fails if it is more than there ever is, unless it is alone. */
    void granted(Demand demand) {
        demand.amounts().forEach((resource, amount) -> {
            long sum = counter(resource).addAndGet(amount);
            if (sum > most.getOrDefault(resource, 0L) && sum != amount) {
                failed(new AssertionError(name + ": " + sum + " of '" + resource + "' are in use, " + most));
            }
        });
    }

    /** Called before something is given back. */
    void givesBack(String resource, long amount) {
        counter(resource).addAndGet(-amount);
    }

    private AtomicLong counter(String resource) {
        AtomicLong counter = held.get(resource);
        if (counter == null) {
            throw new AssertionError("no resource " + resource);
        }
        return counter;
    }

    /** Runs the storm; returns how many grants there were. */
    long run() throws InterruptedException {
        Budget budget = build();
        List<BudgetParty> parties = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 2 + random.nextInt(10); i > 0; i--) {
            var party = new BudgetParty(this, budget, random.split());
            parties.add(party);
            threads.add(start(party));
        }
        trouble(budget, threads);
        Deadline.await(
                "everyone is served",
                () -> parties.stream().allMatch(BudgetParty::isOver),
                () -> name + failure.get() + parties + budget.stats());
        check(budget);
        return budget.stats().admission().admitted();
    }

    private Budget build() {
        BudgetBuilder builder = Budget.builder().name(name).ageing(Duration.ofNanos(1 + random.nextInt(1_000_000)));
        if (random.nextBoolean()) {
            builder = builder.scheduler(scheduler);
        }
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            add("fixed" + i, 1 + random.nextInt(MAX_CAPACITY));
            builder = builder.resource("fixed" + i, most.getOrDefault("fixed" + i, 0L));
        }
        if (random.nextInt(3) == 0) {
            add(LIVE, MAX_CAPACITY);
            builder = builder.resource(
                    Resource.live(LIVE, liveCapacity::get, Duration.ofNanos(1 + random.nextInt(300_000))));
        }
        return builder.build();
    }

    private void add(String resource, long capacity) {
        held.put(resource, new AtomicLong());
        most.put(resource, capacity);
    }

    private Thread start(BudgetParty party) {
        return switch (random.nextInt(3)) {
            case 0 -> Thread.ofPlatform().daemon().name(name).start(party);
            case 1 -> Thread.ofVirtual().start(party);
            default -> {
                Thread thread = scheduler.threadFactory().newThread(party);
                thread.start();
                yield thread;
            }
        };
    }

    /** Moves capacities, never above the most, interrupts parties, and may close the budget under them. */
    private void trouble(Budget budget, List<Thread> threads) {
        for (int round = random.nextInt(30); round > 0; round--) {
            String resource = resources().get(random.nextInt(held.size()));
            move(budget, resource, random.nextLong(most.getOrDefault(resource, 0L) + 1));
            LockSupport.parkNanos(random.nextInt(100_000));
            threads.get(random.nextInt(threads.size())).interrupt();
        }
        most.forEach((resource, capacity) -> move(budget, resource, capacity));
        if (random.nextInt(4) == 0) {
            budget.close();
        }
    }

    private void move(Budget budget, String resource, long capacity) {
        if (resource.equals(LIVE)) {
            liveCapacity.set(capacity);
        } else {
            budget.setCapacity(resource, capacity);
        }
    }

    private void check(Budget budget) {
        Throwable wrong = failure.get();
        if (wrong != null) {
            throw new AssertionError(name, wrong);
        }
        held.forEach((resource, counter) -> {
            if (counter.get() != 0 || budget.stats().resource(resource).inUse() != 0) {
                throw new AssertionError(
                        name + ": something is left of '" + resource + "': " + counter + budget.stats());
            }
        });
        var admission = budget.stats().admission();
        if (admission.inFlight() != 0 || admission.waiting() != 0) {
            throw new AssertionError(name + ": somebody is left: " + budget.stats());
        }
    }
}
