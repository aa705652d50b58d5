package dev.ropewalk.sim;

/** What a simulation runs: ordinary code, which starts parties and checks what they do. It is run many times. */
@FunctionalInterface
public interface SimulationBody {
    /**
     * Runs in the first thread of the simulation, called {@code main}. What it throws is a failure.
     *
     * @param simulation the run's own simulation
     */
    void run(Simulation simulation) throws Exception;

    /**
     * Returns whether all runs share an object that they change, so that no two of them may run side by side, whatever {@link
     * SimulationOptions#parallelism} allows. False by default.
     */
    default boolean sharesState() {
        return false;
    }
}
