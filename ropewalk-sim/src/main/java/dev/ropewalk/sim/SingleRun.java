package dev.ropewalk.sim;

import dev.ropewalk.base.Durations;
import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.engine.Ending;
import dev.ropewalk.sim.engine.Limits;
import dev.ropewalk.sim.engine.Requirements;
import dev.ropewalk.sim.engine.StepLog;
import dev.ropewalk.sim.engine.World;
import dev.ropewalk.sim.engine.WorldSettings;
import dev.ropewalk.sim.oracle.RunProperties;
import dev.ropewalk.sim.thread.Halt;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs a body once, in a world of its own. */
final class SingleRun {
    private final SimulationOptions options;
    private final SimulationBody body;
    private final Halt halt;

    /** Whether a run is under way: read by the thread that watches it. */
    private volatile boolean running;

    /** For runs that may take as long as a campaign. */
    SingleRun(SimulationOptions options, SimulationBody body) {
        this(options, body, Halt.after(Durations.timeoutNanos(options.atMost())));
    }

    SingleRun(SimulationOptions options, SimulationBody body, Halt halt) {
        this.options = options;
        this.body = body;
        this.halt = halt;
    }

    /** Returns what ends its runs from outside. */
    Halt halt() {
        return halt;
    }

    /** Returns whether no run is under way. For one run at a time. */
    boolean isIdle() {
        return !running;
    }

    RunResult run(ChoiceSource choices) {
        return run(choices, null);
    }

    RunResult run(ChoiceSource choices, @Nullable StepLog log) {
        return run(choices, log, () -> false);
    }

    /**
     * As {@link #run(ChoiceSource, StepLog)}, unless it is stopped.
     *
     * @param stopped asked before each step; once it has said yes, the result tells nothing
     * @throws HaltedException if it was ended from outside
     */
    RunResult run(ChoiceSource choices, @Nullable StepLog log, BooleanSupplier stopped) {
        running = true;
        try {
            return runWatched(choices, log, stopped);
        } finally {
            running = false;
        }
    }

    private RunResult runWatched(ChoiceSource choices, @Nullable StepLog log, BooleanSupplier stopped) {
        Steps.watch();
        var world = new World(new WorldSettings(
                options.name(),
                options.workers(),
                options.isVirtual(),
                choices,
                new Limits(options.maxSteps(), Durations.timeoutNanos(options.maxTime()), options.watchdog(halt)),
                options.faults(),
                new Requirements(options.noLeaks(), options.allHandled(), options.maxWaiting()),
                null,
                log));
        try {
            var properties = new RunProperties();
            var simulation = new Simulation(world, properties);
            Thread main = world.simulatedScheduler().threadFactory().newThread(() -> runBody(world, simulation));
            main.setName("main");
            main.start();
            var halted = new AtomicReference<Halt.@Nullable Reason>();
            world.runUntil(() -> isBroken(world, properties) || stopped.getAsBoolean() || isHalted(halted));
            requireWhole(halted.get(), world);
            world.endAtRest();
            Ending ending = judged(world, properties);
            return new RunResult(ending, world.steps(), world.hash(), world.now(), properties, world.faultReach());
        } finally {
            world.dispose();
        }
    }

    private boolean isHalted(AtomicReference<Halt.@Nullable Reason> halted) {
        halted.setPlain(halt.reason());
        return halted.getPlain() != null;
    }

    private void requireWhole(Halt.@Nullable Reason halted, World world) {
        if (halted != null) {
            throw new HaltedException(halted, world.steps());
        }
        if (halt.isInterrupted()) {
            throw new HaltedException(Halt.Reason.INTERRUPTED, world.steps());
        }
    }

    /** Looks at the invariants, before each step; ends the world if one is broken. */
    private static boolean isBroken(World world, RunProperties properties) {
        Throwable broken = properties.checkInvariants();
        if (broken != null) {
            world.end(Ending.failed(broken));
        }
        return broken != null;
    }

    /** A run that is done has failed if something doesn't hold that must hold at the end, or is left over that must not be. */
    private static Ending judged(World world, RunProperties properties) {
        Ending ending = Objects.requireNonNull(world.ending());
        if (ending.kind() != Ending.Kind.DONE) {
            return ending;
        }
        Throwable broken = properties.checkEventualities();
        return broken == null ? Objects.requireNonNullElse(world.left(), ending) : Ending.failed(broken);
    }

    private void runBody(World world, Simulation simulation) {
        try {
            body.run(simulation);
        } catch (Throwable thrown) {
            world.end(Ending.failed(thrown));
        }
    }
}
