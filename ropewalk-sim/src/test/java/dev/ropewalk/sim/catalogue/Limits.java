package dev.ropewalk.sim.catalogue;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.sim.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Permits and budgets that are lost, or never come. */
final class Limits {
    private static final long PAUSE_NANOS = Duration.ofMillis(10).toNanos();

    private Limits() {}

    static List<PlantedBug> bugs() {
        return List.of(
                PlantedBug.of("a permit is leaked on cancellation", Theme.LIMITS, Symptom.CHECK, Limits::leakedPermit),
                PlantedBug.of(
                        "two resources are acquired one by one", Theme.LIMITS, Symptom.DEADLOCK, Limits::oneByOne),
                PlantedBug.of(
                        "a call within a call needs a permit, too", Theme.LIMITS, Symptom.DEADLOCK, Limits::nestedCall),
                PlantedBug.of("two tuners raise a limit", Theme.LIMITS, Symptom.CHECK, Limits::lostRaise),
                PlantedBug.of("retries come in a herd", Theme.LIMITS, Symptom.CHECK, Limits::retryHerd));
    }

    private static void leakedPermit(Simulation simulation, boolean mended) {
        Limiter limiter = Limiter.fixed(1).build();
        Channel<String> answers = Channel.buffered(1);
        Thread caller = Tasks.start(simulation, "caller", () -> {
            try {
                if (mended) {
                    try (Permit permit = limiter.acquire()) {
                        answers.receive();
                        permit.succeed();
                    }
                } else {
                    Permit permit = limiter.acquire();
                    answers.receive();
                    permit.succeed();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Tasks.start(simulation, "server", () -> answers.send("answer"));
        simulation.start("canceller", caller::interrupt);
        simulation.run();
        Checks.that(limiter.tryAcquire().isPresent(), "the permit was given back");
    }

    private static void oneByOne(Simulation simulation, boolean mended) {
        Budget budget = Budget.builder()
                .resource("memory", 1)
                .resource("calls", 1)
                .scheduler(simulation.scheduler())
                .build();
        List<String> resources = List.of("memory", "calls");
        for (int i = 0; i < 2; i++) {
            String first = resources.get(i);
            String second = resources.get(1 - i);
            Tasks.start(simulation, first + "-first", () -> {
                if (mended) {
                    budget.acquire(Demand.of(first, 1).and(second, 1)).close();
                } else {
                    Grant held = budget.acquire(Demand.of(first, 1));
                    budget.acquire(Demand.of(second, 1)).close();
                    held.close();
                }
            });
        }
        simulation.run();
    }

    private static void nestedCall(Simulation simulation, boolean mended) {
        Limiter limiter = Limiter.fixed(2).build();
        Limiter inner = mended ? Limiter.fixed(2).build() : limiter;
        for (int i = 0; i < 2; i++) {
            Tasks.start(simulation, "caller-" + i, () -> {
                Permit outer = limiter.acquire();
                inner.acquire().succeed();
                outer.succeed();
            });
        }
        simulation.run();
    }

    private static void lostRaise(Simulation simulation, boolean mended) {
        Limiter limiter = Limiter.fixed(1).build();
        Strand tuning = simulation.scheduler().newStrand();
        for (int i = 0; i < 2; i++) {
            Runnable raise = () -> limiter.setLimit(limiter.limit() + 1);
            simulation.start("tuner-" + i, mended ? () -> tuning.execute(raise) : raise);
        }
        simulation.run();
        Checks.equal(3, limiter.limit(), "limit");
    }

    private static void retryHerd(Simulation simulation, boolean mended) {
        Limiter limiter = Limiter.fixed(1).build();
        int clients = 3;
        var served = new int[1];
        for (int i = 0; i < clients; i++) {
            Tasks.start(simulation, "client-" + i, () -> {
                Optional<Permit> permit = mended ? Optional.of(limiter.acquire()) : limiter.tryAcquire();
                for (int retry = 0; retry < 2 && permit.isEmpty(); retry++) {
                    simulation.scheduler().parkNanos(limiter, PAUSE_NANOS);
                    permit = limiter.tryAcquire();
                }
                permit.ifPresent(held -> {
                    simulation.scheduler().parkNanos(limiter, PAUSE_NANOS);
                    served[0]++;
                    held.succeed();
                });
            });
        }
        simulation.run();
        Checks.equal(clients, served[0], "clients served");
    }
}
