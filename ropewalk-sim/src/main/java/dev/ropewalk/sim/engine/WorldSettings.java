package dev.ropewalk.sim.engine;

import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.fault.FaultRule;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a world is made from.
 *
 * @param name the name of its scheduler
 * @param workers how many workers that says it has
 * @param virtual whether its threads are virtual ones
 * @param choices what decides
 * @param limits how long it may run
 * @param faults what goes wrong
 * @param requirements what else a run must keep
 * @param uncaught is told what tasks and threads throw; without it, that ends the world
 * @param log takes the steps down, if wanted
 */
public record WorldSettings(
        String name,
        int workers,
        boolean virtual,
        ChoiceSource choices,
        Limits limits,
        List<FaultRule> faults,
        Requirements requirements,
        @Nullable Consumer<Throwable> uncaught,
        @Nullable StepLog log) {}
