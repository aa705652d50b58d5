package dev.ropewalk.cluster.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Threads that bring steps to a turn, to be run at once or later, while others run. Each is run once, in the order of its thread, and nobody else's meanwhile. */
class TurnWorld implements SimulationBody {
    private static final int BRINGERS = 3;
    private static final int STEPS = 40;
    private static final int MAX_PAUSE_NANOS = 20_000;
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(1);

    @Override
    public void run(Simulation simulation) {
        var state = new State(simulation.scheduler());
        for (int i = 0; i < BRINGERS; i++) {
            int bringer = i;
            Thread ignored = simulation.start("bringer " + i, () -> state.bring(bringer));
        }
        simulation.runFor(LONG_ENOUGH);
        assertThat(state.violations).isEmpty();
        assertThat(state.ran).as("steps that were run, by who has brought them").containsOnly(STEPS);
        assertThat(state.ranOfSteps).as("steps that steps have brought").isEqualTo(state.broughtBySteps);
    }

    private static final class State {
        final List<String> violations = new ArrayList<>();
        final int[] ran = new int[BRINGERS];
        int ranOfSteps;
        int broughtBySteps;
        private final Scheduler scheduler;
        private final Turn turn;
        private boolean isRunning;

        State(Scheduler scheduler) {
            this.scheduler = scheduler;
            turn = new Turn(scheduler.newStrand(), thrown -> violations.add("failed: " + thrown), () -> {});
        }

        void bring(int bringer) {
            for (int i = 0; i < STEPS; i++) {
                int number = i;
                Runnable step = () -> step(bringer, number);
                if (scheduler.random().nextInt(3) == 0 || !turn.tryRun(step)) {
                    turn.execute(step);
                }
                pause();
            }
        }

        private void step(int bringer, int number) {
            require(!isRunning, "two steps at a time");
            isRunning = true;
            pause();
            require(ran[bringer] == number, number + " of " + bringer + " came behind " + ran[bringer]);
            ran[bringer]++;
            if (scheduler.random().nextInt(4) == 0) {
                broughtBySteps++;
                turn.execute(this::stepOfStep);
            }
            require(isRunning, "two steps at a time");
            isRunning = false;
        }

        private void stepOfStep() {
            require(!isRunning, "two steps at a time");
            ranOfSteps++;
        }

        private void pause() {
            if (scheduler.random().nextBoolean()) {
                scheduler.parkNanos(this, scheduler.random().nextInt(MAX_PAUSE_NANOS));
            }
        }

        private void require(boolean holds, String violation) {
            if (!holds) {
                violations.add(violation);
            }
        }
    }
}
