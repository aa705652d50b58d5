package dev.ropewalk.sim.house;

import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Sample;
import java.util.function.UnaryOperator;

/** Runs the library's own modules in simulations. */
final class Worlds {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(150, 300));
    private static final int RUNS_WITH_FAULTS = Math.ceilDiv(RUNS, 5);
    private static final int RUNS_WITH_BATON = Math.ceilDiv(RUNS, 30);

    private Worlds() {}

    /** What a thread of a simulation does. */
    interface Body {
        void run() throws Exception;
    }

    /**
     * Checks a body on virtual threads, in some runs with a baton, and in some with faults that must change nothing: parties that
     * stop for a while, strands that move, threads that wake up for no reason.
     */
    static void check(SimulationBody body) {
        SimulationOptions options = SimulationOptions.defaults()
                .seed(Long.getLong("ropewalk.sim.seed", 1))
                .strategy(Strategy.portfolio());
        Simulations.check(options.runs(RUNS), body);
        Simulations.check(options.runs(RUNS_WITH_BATON).virtualThreads(false), body);
        Simulations.check(
                options.fault(Fault.STALL, 20)
                        .fault(Fault.MOVE, 5)
                        .fault(Fault.SPURIOUS_WAKE_UP, 5)
                        .runs(RUNS_WITH_BATON),
                body);
    }

    /** Checks a body on virtual threads under faults of a run, beside some that must change nothing. */
    static void check(UnaryOperator<SimulationOptions> faults, SimulationBody body) {
        Simulations.check(withFaults(faults).runs(RUNS_WITH_FAULTS), body);
    }

    /** Repeats a run of such a check that has failed once. */
    static void regress(String replay, UnaryOperator<SimulationOptions> faults, SimulationBody body) {
        Simulations.regress(replay, withFaults(faults), body);
    }

    private static SimulationOptions withFaults(UnaryOperator<SimulationOptions> faults) {
        return faults.apply(SimulationOptions.defaults()
                .seed(Long.getLong("ropewalk.sim.seed", 1))
                .strategy(Strategy.portfolio())
                .fault(Fault.STALL, 50)
                .fault(Fault.SPURIOUS_WAKE_UP, 20));
    }

    static void start(Simulation simulation, String name, Body body) {
        simulation.start(name, () -> {
            try {
                body.run();
            } catch (RuntimeException | Error unchecked) {
                throw unchecked;
            } catch (Exception checked) {
                throw new IllegalStateException(checked);
            }
        });
    }
}
