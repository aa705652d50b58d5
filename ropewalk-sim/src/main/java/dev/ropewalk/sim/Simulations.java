package dev.ropewalk.sim;

import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.sim.choice.ReplayKey;
import dev.ropewalk.sim.choice.TestId;
import java.util.Objects;
import java.util.Optional;

/**
 * Runs simulations.
 *
 * {@snippet class="dev.ropewalk.sim.snippets.SimulationSnippets" region="check" :
 * Simulations.check(SimulationOptions.defaults().runs(1_000), simulation -> {
 *     Strand account = simulation.scheduler().newStrand();
 *     AtomicInteger balance = new AtomicInteger();
 *     account.execute(() -> balance.addAndGet(10));
 *     account.execute(() -> balance.addAndGet(-3));
 *     simulation.run();
 *     assertEquals(7, balance.get());
 * });
 * }
 */
public final class Simulations {
    private Simulations() {}

    /**
     * Runs a body again and again, each time under another schedule, until a run fails or all are done. The first run is
     * repeated, to see that nothing else than the simulation has a say.
     *
     * <p>The system properties {@code ropewalk.simulation.runs}, {@code .seed}, {@code .minutes}, {@code .strategy}, {@code
     * .parallelism}, or variables of the environment such as {@code ROPEWALK_SIMULATION_RUNS}, win over the options. With {@code ropewalk.simulation.replay}, a
     * simulation to which that string belongs repeats the run that it tells and does nothing else, and others do nothing.
     *
     * @return what was done
     * @throws SimulationFailure if a run has failed, after it was shrunk; {@link SimulationFailure#report} tells what was done
     * @throws IllegalArgumentException if a property or a variable of the environment can't be what it is
     * @throws IllegalStateException if it is called within a simulation
     */
    public static CampaignReport check(SimulationOptions options, SimulationBody body) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(body, "body");
        requireOutside("check");
        SimulationOptions effective = Overrides.apply(options);
        String replay = Overrides.replay();
        if (replay == null) {
            return new Campaign(effective, body).run();
        }
        if (isReplayOf(options.name(), replay)) {
            replay(replay, effective, body);
        }
        return CampaignReport.ofNone(options.name());
    }

    /** Returns the replay string of the property or the variable of the environment that {@link #check} reads, if it is set. */
    public static Optional<String> askedReplay() {
        return Optional.ofNullable(Overrides.replay());
    }

    /**
     * Returns whether a replay string belongs to a simulation.
     *
     * @param name the name of the simulation; for a test of JUnit the full name of the class, {@code #} and the name of the method
     * @param replay the string from a failure
     * @throws IllegalArgumentException if the string is damaged, or of another version
     */
    public static boolean isReplayOf(String name, String replay) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(replay, "replay");
        return ReplayKey.parse(replay).test().equals(TestId.of(name));
    }

    /**
     * Repeats one run, step by step.
     *
     * @param replay the string from the failure
     * @param options those of the failed campaign, with the same name
     * @throws SimulationFailure if the run fails again, or takes other steps than it did
     * @throws IllegalArgumentException if the string is damaged, or of another test or version
     * @throws IllegalStateException if it is called within a simulation
     */
    public static void replay(String replay, SimulationOptions options, SimulationBody body) {
        Objects.requireNonNull(replay, "replay");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(body, "body");
        requireOutside("replay");
        new Replay(options, body).run(ReplayKey.parse(replay), true);
    }

    /**
     * Runs a schedule that has failed before, as a regression test: what was mended takes other steps than it did, so the run
     * may differ, but must not fail. Decisions that don't fit any more are the plain ones.
     *
     * @param replay the string from the failure
     * @param options those of the failed campaign, with the same name
     * @throws SimulationFailure if the run fails
     * @throws IllegalArgumentException if the string is damaged, or of another test or version
     * @throws IllegalStateException if it is called within a simulation
     */
    public static void regress(String replay, SimulationOptions options, SimulationBody body) {
        Objects.requireNonNull(replay, "replay");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(body, "body");
        requireOutside("regress");
        new Replay(options, body).run(ReplayKey.parse(replay), false);
    }

    /** A world has one thread at a time, which a world within it would hold up. */
    private static void requireOutside(String method) {
        if (Steps.simulatedScheduler() != null) {
            throw new IllegalStateException("Simulations." + method + " was called within a simulation, by "
                    + Thread.currentThread() + "; call it from a thread of the test, after the simulation has ended");
        }
    }
}
