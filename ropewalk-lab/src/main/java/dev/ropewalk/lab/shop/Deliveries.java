package dev.ropewalk.lab.shop;

import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.OverflowPolicy;

/** The bounded tasks of the shop: deliveries, which need permits of the bank and vans, and a graph that is run each night. */
final class Deliveries implements AutoCloseable {
    private static final int AT_ONCE = 60;
    private static final int MOST_WAITING = 10_000;
    private static final int A_TICK = 2;
    private static final long TRIP_MILLIS = 60;
    private static final int VANS = 40;
    private static final int SHELVES = 20;

    private final BoundedExecutor executor;
    private final Limiter bank = Limiter.vegas().name("bank").build();
    private final Budget vans =
            Budget.builder().name("fleet").resource("vans", VANS).build();
    private final Trouble.Knobs knobs;
    private GraphRun night;

    Deliveries(Scheduler scheduler, Trouble.Knobs knobs) {
        this.knobs = knobs;
        this.executor = BoundedExecutor.builder(AT_ONCE)
                .name("deliveries")
                .scheduler(scheduler)
                .capacity(MOST_WAITING, OverflowPolicy.REJECT)
                .build();
        this.night = stockTaking();
    }

    /** Sends some deliveries off; called again and again, one call at a time. */
    void tick() {
        for (int i = 0; i < A_TICK; i++) {
            if (executor.stats().waiting() < MOST_WAITING) {
                executor.execute(this::deliver);
            }
        }
        if (night.result().isDone()) {
            night = stockTaking();
        }
    }

    private void deliver() {
        try (Permit payment = bank.acquire()) {
            Thread.sleep(TRIP_MILLIS / 20);
            payment.succeed();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            return;
        }
        try (var van = vans.acquire(Demand.of("vans", 1))) {
            Thread.sleep(knobs.isOn(Trouble.SLOW_DELIVERY) ? 10 * TRIP_MILLIS : TRIP_MILLIS);
            van.release("vans");
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private GraphRun stockTaking() {
        TaskGraphDraft graph = TaskGraph.draft();
        var opened = graph.action("open", context -> 0);
        for (int i = 0; i < SHELVES; i++) {
            int shelf = i;
            graph.action("shelf " + i, context -> {
                        Thread.sleep(10 * TRIP_MILLIS);
                        return shelf;
                    })
                    .after(opened)
                    .demand(Demand.of("vans", 2));
        }
        return graph.build()
                .start(GraphOptions.defaults().name("stock-taking").budget(vans).traced(true));
    }

    @Override
    public void close() {
        night.cancel();
        executor.shutdownNow();
    }
}
