package dev.ropewalk.sim;

import dev.ropewalk.base.Durations;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulingPoint;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.sim.disk.DiskFiles;
import dev.ropewalk.sim.engine.Ending;
import dev.ropewalk.sim.engine.World;
import dev.ropewalk.sim.oracle.PropertyKind;
import dev.ropewalk.sim.oracle.PropertyViolation;
import dev.ropewalk.sim.oracle.RunProperties;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * One run of a simulation, as its body sees it. The body starts parties (actors, channels, strands, tasks, threads) by {@link
 * #scheduler}, lets them {@link #run}, and looks at what they have done. One party runs at a time, and another run has another
 * order.
 *
 * <p>To be used in the simulation's own threads, by the body first of all. A thread that the simulation doesn't control is refused by
 * an {@link IllegalStateException}, and so is each use after the run has ended.
 */
public final class Simulation {
    private final World world;
    private final RunProperties properties;
    private final SimulatedDisk disk = new SimulatedDisk(new DiskFiles());
    private boolean wasRun;

    Simulation(World world, RunProperties properties) {
        this.world = world;
        this.properties = properties;
    }

    /** Returns the scheduler on which everything of this run is to be built. */
    public Scheduler scheduler() {
        return world.simulatedScheduler();
    }

    /**
     * Lets all parties go on until nothing more can happen, the time of all timers being over. Then all threads but the caller have
     * ended or wait for work. To be called once, by a thread; {@link #runFor} and {@link #runUntil} let time pass in parts.
     *
     * @throws IllegalStateException if this was run before, or is called by a task
     */
    public void run() {
        requireThread("run");
        if (wasRun) {
            throw new IllegalStateException(
                    "the simulation was run to its end before; use runFor or runUntil to let it go on in" + " parts");
        }
        wasRun = true;
        world.awaitRest();
    }

    /**
     * Lets all parties go on for some virtual time.
     *
     * @throws IllegalStateException if called by a task
     */
    public void runFor(Duration time) {
        requireThread("runFor");
        long end = world.now() + Durations.timeoutNanos(time);
        sleepUntil(end < 0 ? Long.MAX_VALUE : end);
    }

    private void sleepUntil(long end) {
        boolean interrupted = false;
        for (long left = end - world.now(); left > 0; left = end - world.now()) {
            scheduler().parkNanos(this, left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Lets all parties go on until a condition holds. If nothing can happen any more and it doesn't, the run has failed by a
     * deadlock of the caller.
     *
     * @param what what the condition is, for reports
     * @param condition read before each step; it must not take steps itself
     * @throws IllegalStateException if called by a task
     */
    public void runUntil(String what, BooleanSupplier condition) {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(condition, "condition");
        requireThread("runUntil");
        world.awaitCondition(what, condition);
    }

    private void requireThread(String method) {
        requireParty(method);
        if (world.runsTask()) {
            throw new IllegalStateException(
                    method + " is for the threads of the simulation, its body first of all, but was called" + " by "
                            + Thread.currentThread());
        }
    }

    private void requireParty(String method) {
        world.requireCaller("the body's view");
        if (!scheduler().equals(Steps.simulatedScheduler())) {
            throw new IllegalStateException(method + " was called by " + Thread.currentThread()
                    + ", which the simulation doesn't control; start threads by the simulation's scheduler");
        }
    }

    /**
     * Starts a thread of the simulation, which may block as it likes. It may go first: this is a point behind its start.
     *
     * @return the thread, for instance to be joined
     */
    public Thread start(String name, Runnable body) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(body, "body");
        world.requireCaller("the body's view");
        Thread thread = scheduler().threadFactory().newThread(body);
        thread.setName(name);
        thread.start();
        Steps.before(StepKind.START, thread);
        return thread;
    }

    /** Returns the disk of the simulated machine, which is empty at first. */
    public SimulatedDisk disk() {
        return disk;
    }

    /** Returns the virtual time that has passed. */
    public Duration time() {
        world.requireCaller("the body's view");
        return Duration.ofNanos(world.now());
    }

    /**
     * Lets no more faults happen in this run. What was struck before stays as it is, so that one can see whether everything
     * recovers.
     */
    public void endFaults() {
        requireParty("endFaults");
        world.endFaults();
    }

    /**
     * Says that something holds here, whenever a party comes here. If it doesn't, the run has failed, even if what this throws is
     * caught.
     *
     * @param name the name of the property, which has one kind in all runs
     * @throws AssertionError if it doesn't hold
     * @throws IllegalArgumentException if the name is used for another kind
     */
    public void always(String name, boolean holds) {
        note(PropertyKind.ALWAYS, name, holds);
        if (!holds) {
            fail(new PropertyViolation(PropertyKind.ALWAYS, name, "doesn't hold"));
        }
    }

    /**
     * Says that something holds here at least once in all the runs of a campaign; else the campaign fails at its end. So a test
     * shows that it comes to the states that it is about. From Zhou et al.: FoundationDB, SIGMOD 2021.
     *
     * @param name the name of the property, which has one kind in all runs
     * @throws IllegalArgumentException if the name is used for another kind
     */
    public void sometimes(String name, boolean holds) {
        note(PropertyKind.SOMETIMES, name, holds);
    }

    /**
     * Says that a party comes here in some run. A campaign that never comes here can't know of it, unless {@link
     * SimulationOptions#expect} names it.
     *
     * @throws IllegalArgumentException if the name is used for another kind
     */
    public void reachable(String name) {
        note(PropertyKind.REACHABLE, name, true);
    }

    /**
     * Says that no party ever comes here. If one does, the run has failed.
     *
     * @throws AssertionError always
     * @throws IllegalArgumentException if the name is used for another kind
     */
    public void unreachable(String name) {
        note(PropertyKind.UNREACHABLE, name, false);
        fail(new PropertyViolation(PropertyKind.UNREACHABLE, name, "was reached"));
    }

    /**
     * Says that something will hold in the end: when the body has returned, no fault is under way, and nothing can happen any more.
     *
     * @param condition read after the run; it must only look
     * @throws IllegalArgumentException if the name is used for another kind
     */
    public void eventually(String name, BooleanSupplier condition) {
        Objects.requireNonNull(condition, "condition");
        requireName("eventually", name);
        properties.addEventuality(name, condition);
    }

    /**
     * Says that something holds from now on, before each step of any party.
     *
     * @param condition read before each step; it must only look, and not take steps itself
     * @throws IllegalArgumentException if the name is used for another kind
     */
    public void invariant(String name, BooleanSupplier condition) {
        Objects.requireNonNull(condition, "condition");
        requireName("invariant", name);
        properties.addInvariant(name, condition);
    }

    private void note(PropertyKind kind, String name, boolean holds) {
        requireName(kind.toString(), name);
        properties.note(kind, name, holds);
    }

    private void requireName(String method, String name) {
        Objects.requireNonNull(name, "name");
        requireParty(method);
    }

    private void fail(PropertyViolation violation) {
        world.end(Ending.failed(violation));
        throw violation;
    }

    /**
     * A point at which other parties of the simulation may go first, because the calling code is about to read or to change
     * something that they share, such as a field. Ropewalk's own operations are points by themselves; locks, atomics and collections
     * of the JDK are none. Outside of a simulation it does nothing. Production code, which has this module in no class path, says the
     * same by {@link SchedulingPoint#before}.
     *
     * @param resource what is read or changed; points on different resources are taken to be independent of each other
     */
    public static void point(Object resource) {
        SchedulingPoint.before(resource);
    }
}
