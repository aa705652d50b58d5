package dev.ropewalk.sim.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that is a simulation: its method is run again and again, each time under another schedule, until a run fails or all are
 * done. It stands in the place of {@code @Test}, and the method takes a {@link dev.ropewalk.sim.Simulation}.
 *
 * {@snippet class="dev.ropewalk.sim.junit.snippets.BankSnippets" region="test" :
 * @SimulationTest(runs = 1_000)
 * void transfersKeepTheTotal(Simulation simulation) {
 *     Strand teller = simulation.scheduler().newStrand();
 *     teller.execute(() -> bank.transfer("Ann", "Bob", 10));
 *     teller.execute(() -> bank.transfer("Bob", "Ann", 3));
 *     simulation.run();
 *     assertEquals(200, bank.total());
 * }
 * }
 *
 * <p><b>What is done in each run.</b> A new instance of the test class is made, in an inner class one of each class around it, too.
 * Then come the {@code @BeforeEach} methods, the test, and the {@code @AfterEach} methods, these as in a {@code finally} block. All
 * of it happens in the first thread of the simulation, so a field that {@code @BeforeEach} sets doesn't outlive a run. All these
 * methods may take the run's {@code Simulation}, and whatever JUnit resolves, for each run anew.
 *
 * <p><b>What is done once</b>, outside of the simulation: {@code @BeforeAll} and {@code @AfterAll} methods, the callbacks of other
 * extensions before and after a test, and a constructor call for JUnit's own instance, of which no method is called. An extension
 * that sets fields does so in that instance alone. Fields that aren't static and have JUnit's {@code @TempDir}, {@code @AutoClose} or
 * {@code @RegisterExtension} are refused therefore; a parameter or a static field does the same.
 *
 * <p>A class of the lifecycle {@code PER_CLASS} keeps its one instance for all runs, and so do the classes around it. What a run
 * leaves in its fields must not change what the next run does.
 *
 * <p>The failure is a {@link dev.ropewalk.sim.SimulationFailure}, with the shrunk run and its replay string. What the
 * campaign has done is published as report entries, also if it has failed: {@code simulation.runs}, {@code .steps}, {@code
 * .stepsPerSecond}, {@code .schedules}, {@code .exhausted}, and all of it for people as {@code simulation.report}. A failure adds {@code
 * simulation.replay}. A run that breaks an assumption aborts the test.
 *
 * <p>The name of the simulation is the full name of the class, {@code #} and the name of the method, such as {@code
 * com.example.BankTest#transfersKeepTheTotal}. {@link dev.ropewalk.sim.Simulations#regress} and {@code replay} want options of this
 * name, if they are called with a replay string of such a test.
 *
 * <p>The system properties and variables of the environment that {@link dev.ropewalk.sim.Simulations#check} reads win over the
 * annotation. If {@code ropewalk.simulation.replay} asks for a run of another test, this one is aborted.
 *
 * <p>JUnit itself leaves out test methods that are private or static or return something, with a warning in its log. If its parameter
 * {@code junit.platform.discovery.issue.severity.critical} is {@code WARNING}, it fails because of them.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Test
@ExtendWith(SimulationExtension.class)
public @interface SimulationTest {
    /** Returns how many runs there are at most. By default there are 100, or if {@link #minutes} is set, as many as it allows. */
    long runs() default 0;

    /** Returns how many minutes of real time the runs may take together, such as 0.5; 0, the default, lets them take a day. */
    double minutes() default 0;

    /**
     * Returns how many runs may be made side by side, each in a thread of its own; see {@link
     * dev.ropewalk.sim.SimulationOptions#parallelism}. By default it is 1, because runs side by side share static fields. The runs of a class
     * of the lifecycle {@code PER_CLASS} are never side by side.
     */
    int parallelism() default 1;

    /** Returns the seed of the campaign, from which that of each run follows. */
    long seed() default 1;

    /** Returns how schedules are chosen, as {@link dev.ropewalk.sim.Strategy#parse} reads it. */
    String strategy() default "portfolio+fair:100000";

    /** Returns how many steps a run may take before it fails, because it has made no end. */
    long maxSteps() default 1_000_000;

    /** Returns how many seconds of virtual time a run may take before it fails, such as 0.5: a day by default. */
    double maxTimeSeconds() default 86_400;

    /** Returns after how many seconds of real time without a step a run is given up, because its code doesn't return. */
    double stuckAfterSeconds() default 30;

    /** Returns how many workers the simulated scheduler says it has. */
    int workers() default 4;

    /** Returns whether simulated threads are virtual if they can be; see {@link dev.ropewalk.sim.SimulationOptions#virtualThreads}. */
    boolean virtualThreads() default true;

    /** Returns whether a run fails that leaves something over; see {@link dev.ropewalk.sim.SimulationOptions#noLeaks}. */
    boolean noLeaks() default false;

    /** Returns whether a run fails in which something that was sent isn't handled; see {@link dev.ropewalk.sim.SimulationOptions#allHandled}. */
    boolean allHandled() default false;

    /** Returns how many may wait at one place; see {@link dev.ropewalk.sim.SimulationOptions#maxWaiting}. By default it is any number. */
    int maxWaiting() default Integer.MAX_VALUE;

    /** Returns the faults that happen now and then. */
    FaultRate[] faults() default {};

    /** Returns the faults that happen at named places. */
    FaultAt[] faultsAt() default {};

    /** Returns the properties to which some run must come; see {@link dev.ropewalk.sim.SimulationOptions#expect}. */
    String[] expect() default {};

    /**
     * Returns the directory for the files about a failed run; see {@link dev.ropewalk.sim.SimulationOptions#reports}. Empty, the
     * default, chooses it as the options do.
     */
    String reports() default "";

    /**
     * Returns replay strings of failures that were mended, as regression tests: each of these runs is made before the campaign, and must
     * not fail. It may take other steps than it did. A string belongs to the method that has failed, by the full name of the class
     * and the name of the method; one that was renamed needs new strings.
     *
     * <p>To repeat one very run, and nothing else, set the property {@code ropewalk.simulation.replay}.
     */
    String[] replay() default {};
}
