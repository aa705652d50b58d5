package dev.ropewalk.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerContract.Subject;
import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.choice.ReadyParties;
import dev.ropewalk.sim.thread.Halt;
import dev.ropewalk.sim.thread.Watchdog;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/** Simulated schedulers under random choices; to wait is to let their worlds run. */
final class SimulatedSubject implements Subject {
    private final boolean virtual;
    private final List<World> worlds = new ArrayList<>();

    SimulatedSubject(boolean virtual) {
        this.virtual = virtual;
    }

    @Override
    public Scheduler create(String name, int workers, UncaughtExceptionHandler handler) {
        Steps.watch();
        var world = new World(new WorldSettings(
                name,
                workers,
                virtual,
                new Drawn(new SplittableRandom(worlds.size())),
                new Limits(10_000_000, Long.MAX_VALUE, new Watchdog(30_000_000_000L, Halt.after(Long.MAX_VALUE))),
                List.of(),
                Requirements.NONE,
                thrown -> handler.uncaughtException(Thread.currentThread(), thrown),
                null));
        worlds.add(world);
        return world.simulatedScheduler();
    }

    @Override
    public void await(String what, BooleanSupplier condition) {
        for (long steps = -1; !condition.getAsBoolean() && steps < steps(); ) {
            steps = steps();
            for (World world : worlds) {
                world.runUntil(condition);
            }
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }

    private long steps() {
        return worlds.stream().mapToLong(World::steps).sum();
    }

    /** Choices without a strategy. */
    record Drawn(SplittableRandom random) implements ChoiceSource {
        @Override
        public int pick(ReadyParties ready) {
            return random.nextInt(ready.size());
        }

        @Override
        public int draw(int bound) {
            return random.nextInt(bound);
        }

        @Override
        public boolean strike(int oneIn) {
            return random.nextInt(oneIn) == 0;
        }
    }
}
