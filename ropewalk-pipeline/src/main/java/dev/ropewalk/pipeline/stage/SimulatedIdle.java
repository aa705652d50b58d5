package dev.ropewalk.pipeline.stage;

import dev.ropewalk.cpu.IdleStrategy;
import dev.ropewalk.scheduler.step.Steps;

/** How a thread waits between two looks in a simulation: others may go first. */
record SimulatedIdle(Object lookedAt) implements IdleStrategy {
    @Override
    public void idle() {
        Steps.spin(lookedAt);
    }

    @Override
    public void reset() {}
}
