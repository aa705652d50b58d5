package dev.ropewalk.stress;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.BudgetClosedException;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** One who asks in all ways, gives up now and then, and gives back in parts, twice or from another thread. */
final class BudgetParty implements Runnable {
    private final BudgetStorm storm;
    private final Budget budget;
    private final SplittableRandom random;

    private int interrupts;
    private int refusals;

    /** The party itself, and the futures that go on without it. */
    private final AtomicInteger open = new AtomicInteger(1);

    BudgetParty(BudgetStorm storm, Budget budget, SplittableRandom random) {
        this.storm = storm;
        this.budget = budget;
        this.random = random;
    }

    boolean isOver() {
        return open.get() == 0;
    }

    @Override
    public String toString() {
        return (isOver() ? "over" : "open") + ", interrupted " + interrupts + " and refused " + refusals + " times";
    }

    @Override
    public void run() {
        try {
            for (int i = random.nextInt(200); i > 0; i--) {
                askOnce();
            }
        } catch (Throwable wrong) {
            storm.failed(wrong);
        } finally {
            open.decrementAndGet();
        }
    }

    private void askOnce() {
        Demand demand = demand();
        try {
            switch (random.nextInt(5)) {
                case 0 -> use(budget.acquire(demand));
                case 1 -> budget.tryAcquire(demand).ifPresent(this::use);
                case 2 -> {
                    Optional<Grant> granted = budget.tryAcquire(demand, Duration.ofNanos(random.nextInt(200_000)));
                    granted.ifPresent(this::use);
                }
                case 3 -> askAndCancel(demand);
                default -> goOnLater(demand);
            }
        } catch (InterruptedException interrupted) {
            interrupts++;
        } catch (BudgetClosedException closed) {
            refusals++;
        }
    }

    private Demand demand() {
        Demand demand = Demand.nothing().priority(random.nextInt(-3, 4));
        for (String resource : storm.resources()) {
            if (random.nextBoolean()) {
                boolean large = random.nextInt(8) == 0;
                demand = demand.and(resource, 1 + random.nextInt(large ? 2 * BudgetStorm.MAX_CAPACITY : 3));
            }
        }
        return demand;
    }

    private void askAndCancel(Demand demand) {
        CompletableFuture<Grant> future = budget.acquireAsync(demand);
        LockSupport.parkNanos(random.nextInt(20_000));
        boolean cancelled = future.cancel(false);
        Grant grant;
        try {
            grant = future.join();
        } catch (CancellationException e) {
            return;
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof BudgetClosedException)) {
                throw e;
            }
            return;
        }
        if (cancelled) {
            throw new AssertionError("cancelled, and granted");
        }
        use(grant);
    }

    private void goOnLater(Demand demand) {
        open.incrementAndGet();
        var ignored = budget.acquireAsync(demand).whenComplete((grant, error) -> {
            if (error == null) {
                storm.granted(demand);
                demand.amounts().forEach(storm::givesBack);
                grant.close();
            } else if (!(error instanceof BudgetClosedException)) {
                storm.failed(error);
            }
            open.decrementAndGet();
        });
    }

    private void use(Grant grant) {
        Demand demand = grant.demand();
        storm.granted(demand);
        if (random.nextInt(4) == 0) {
            LockSupport.parkNanos(random.nextInt(20_000));
        }
        boolean parts = random.nextBoolean();
        demand.amounts().forEach((resource, amount) -> {
            storm.givesBack(resource, amount);
            if (parts && !grant.release(resource)) {
                throw new AssertionError("'" + resource + "' was given back before");
            }
        });
        if (random.nextInt(4) == 0) {
            closeElsewhere(grant);
        }
        grant.close();
    }

    private void closeElsewhere(Grant grant) {
        open.incrementAndGet();
        Thread.startVirtualThread(() -> {
            grant.close();
            open.decrementAndGet();
        });
    }
}
