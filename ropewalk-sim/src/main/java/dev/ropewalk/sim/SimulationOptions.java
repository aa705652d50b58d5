package dev.ropewalk.sim;

import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.Durations;
import dev.ropewalk.sim.fault.FaultRule;
import dev.ropewalk.sim.thread.Halt;
import dev.ropewalk.sim.thread.PlacesFactory;
import dev.ropewalk.sim.thread.Watchdog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a simulation is run. Immutable; each method returns changed options.
 *
 * {@snippet class="dev.ropewalk.sim.snippets.SimulationSnippets" region="options" :
 * SimulationOptions options = SimulationOptions.defaults()
 *         .runs(10_000)
 *         .strategy(Strategy.randomWalk())
 *         .seed(42);
 * }
 */
public final class SimulationOptions {
    private static final int MAX_PARALLELISM = 256;
    private static final SimulationOptions DEFAULTS = new SimulationOptions(new Settings());

    private final Settings settings;

    private SimulationOptions(Settings settings) {
        this.settings = settings;
    }

    private static final class Settings extends BuilderSettings<Settings> {
        String name = "simulation";
        long runs = 100;
        long seed = 1;
        Strategy strategy = Strategy.portfolio().withFairTail(100_000);
        long maxSteps = 1_000_000;
        Duration maxTime = Duration.ofHours(24);
        Duration stuckAfter = Duration.ofSeconds(30);
        Duration atMost = Duration.ofDays(1);
        int parallelism = 1;
        int workers = 4;
        boolean virtualThreads = true;
        boolean noLeaks;
        boolean allHandled;
        int maxWaiting = Integer.MAX_VALUE;
        List<FaultRule> faults = List.of();
        List<String> expected = List.of();

        @Nullable
        Path reports;
    }

    /** Returns the defaults, which the methods here tell. */
    public static SimulationOptions defaults() {
        return DEFAULTS;
    }

    private SimulationOptions with(Consumer<Settings> change) {
        return new SimulationOptions(settings.with(change));
    }

    /** Sets the name, which reports show and replay strings belong to: that of the test. {@code simulation} by default. */
    public SimulationOptions name(String value) {
        Objects.requireNonNull(value, "name");
        return with(changed -> changed.name = value);
    }

    /** Returns the name. */
    public String name() {
        return settings.name;
    }

    /** Sets how many runs there are at most, each with another schedule: 100 by default. */
    public SimulationOptions runs(long value) {
        positive(value, "runs");
        return with(changed -> changed.runs = value);
    }

    /** Returns how many runs there are at most. */
    public long runs() {
        return settings.runs;
    }

    /**
     * Sets how much real time the runs may take together: a day by default. A run that is under way is ended at its next step, and doesn't
     * count; if none has come to its end, the campaign has failed. Shrinking has so much time again, and at most ten seconds.
     */
    public SimulationOptions atMost(Duration value) {
        positive(value, "atMost");
        return with(changed -> changed.atMost = value);
    }

    /** Returns how much real time the runs may take together. */
    public Duration atMost() {
        return settings.atMost;
    }

    /**
     * Sets how many runs may be made side by side, each in a world and a real thread of its own: 1 by default, which needs no
     * thought; as many as the machine has CPUs is fastest.
     *
     * <p>The campaign ends the same way whatever this is: run by run it has the same seeds, strategies and steps, and of several runs that
     * fail the one of the lowest number is told. The exhaustive strategies make one run at a time. If real time ends the campaign, more
     * threads make more runs.
     *
     * <p>Runs that are side by side share the JVM: static fields of the code under test, a monitor of a class, {@code System.out}. With
     * more than 1, a run must not change what another one sees there. A run that fails beside others is repeated alone, and what it does then
     * counts; {@link CampaignReport#disturbed} tells how many did something else. A run that passes isn't repeated: if it had to wait for a lock of
     * another run, such as that of a log's handler, it may have taken a step more than alone.
     *
     * @param value from 1 to 256
     */
    public SimulationOptions parallelism(int value) {
        if (value < 1 || value > MAX_PARALLELISM) {
            throw new IllegalArgumentException(
                    "parallelism must be from 1 to " + MAX_PARALLELISM + ", but is " + value);
        }
        return with(changed -> changed.parallelism = value);
    }

    /** Returns how many runs may be made side by side. */
    public int parallelism() {
        return settings.parallelism;
    }

    /** Sets the seed of the campaign, from which that of each run follows: 1 by default, so that a build is repeatable. */
    public SimulationOptions seed(long value) {
        return with(changed -> changed.seed = value);
    }

    /** Returns the seed of the campaign. */
    public long seed() {
        return settings.seed;
    }

    /** Sets how schedules are chosen: by a portfolio of strategies by default, fair after 100 000 steps. */
    public SimulationOptions strategy(Strategy value) {
        Objects.requireNonNull(value, "strategy");
        return with(changed -> changed.strategy = value);
    }

    /** Returns how schedules are chosen. */
    public Strategy strategy() {
        return settings.strategy;
    }

    /**
     * Sets how many steps a run may take before it fails, because it has made no end: a million by default. Even if they are {@link
     * Long#MAX_VALUE}, {@link #atMost} ends it.
     */
    public SimulationOptions maxSteps(long value) {
        positive(value, "maxSteps");
        return with(changed -> changed.maxSteps = value);
    }

    /** Returns how many steps a run may take. */
    public long maxSteps() {
        return settings.maxSteps;
    }

    /** Sets how much virtual time a run may take before it fails: a day by default. */
    public SimulationOptions maxTime(Duration value) {
        positive(value, "maxTime");
        return with(changed -> changed.maxTime = value);
    }

    /** Returns how much virtual time a run may take. */
    public Duration maxTime() {
        return settings.maxTime;
    }

    /**
     * Sets after how much real time without a step a run is given up, because its code doesn't return: 30 seconds by default. Time in
     * which the whole process stands still doesn't count. In a JVM that was started to be debugged, runs may take any time.
     */
    public SimulationOptions stuckAfter(Duration value) {
        positive(value, "stuckAfter");
        return with(changed -> changed.stuckAfter = value);
    }

    /** Returns after how much real time without a step a run is given up. */
    public Duration stuckAfter() {
        return settings.stuckAfter;
    }

    /** Sets how many workers the simulated scheduler says it has: 4 by default. Any number of tasks may be under way. */
    public SimulationOptions workers(int value) {
        positive(value, "workers");
        return with(changed -> changed.workers = value);
    }

    /** Returns how many workers the simulated scheduler says it has. */
    public int workers() {
        return settings.workers;
    }

    /**
     * Sets whether simulated threads are virtual, if the JVM was started with {@code --add-opens
     * java.base/java.lang=ALL-UNNAMED}: true by default. Else they are platform threads, of which one runs at a time, which is
     * some fifty times slower.
     */
    public SimulationOptions virtualThreads(boolean value) {
        return with(changed -> changed.virtualThreads = value);
    }

    /** Returns whether simulated threads are virtual if they can be. */
    public boolean virtualThreads() {
        return settings.virtualThreads;
    }

    /**
     * Sets whether a run fails that leaves something over: false by default. When the body has returned, in JUnit the methods after
     * the test, too, and nothing can happen any more, this must not be left:
     *
     * <ul>
     *   <li>an actor system, a process scope, a bounded executor, a pipeline or a journal that nobody has begun to close;
     *   <li>a thread that hasn't ended, even if it only waits for work, or a task that has begun and waits for work;
     *   <li>a timer that isn't cancelled and is due only after {@link #maxTime}; one that ticks until then fails the run in any
     *       case, because it makes no end;
     *   <li>a message strand that has messages and was never started.
     * </ul>
     *
     * The failure names all of it. The simulated scheduler and its views as executor services need no end: they hold nothing. A run in which {@link
     * Fault#LOST_PERMIT} has stopped a party isn't looked at.
     */
    public SimulationOptions noLeaks(boolean value) {
        return with(changed -> changed.noLeaks = value);
    }

    /** Returns whether a run fails that leaves something over. */
    public boolean noLeaks() {
        return settings.noLeaks;
    }

    /**
     * Sets whether a run fails in which something that was sent isn't handled: false by default. That is
     *
     * <ul>
     *   <li>a dead letter of an actor system, told with its class, its recipient and the step, also one that a system makes when it is
     *       closed;
     *   <li>at the end, when the body has returned and nothing can happen any more, a message in a mailbox or a stash, an element in
     *       the buffer of a channel, or a task in the queue of an executor.
     * </ul>
     *
     * What a channel or a mailbox drops because it was made to drop, and what a closed scope gives up, doesn't count. At the end of a run in which {@link
     * Fault#LOST_PERMIT} has stopped a party nothing is looked at.
     */
    public SimulationOptions allHandled(boolean value) {
        return with(changed -> changed.allHandled = value);
    }

    /** Returns whether a run fails in which something that was sent isn't handled. */
    public boolean allHandled() {
        return settings.allHandled;
    }

    /**
     * Sets how many may wait at one place before the run fails: any number by default. A place is the mailbox of an actor, its stash, a
     * strand, the buffer of a channel, the queue of a bounded executor, or a view of the scheduler as an executor service. What is
     * being handled doesn't wait. The failure names the place and which party has sent most since it was empty last.
     *
     * <p>Queues without a bound of their own are what this is for; of the others it is one bound more. In an actor's mailbox a message of the
     * system itself may count, so leave room for a few.
     *
     * @param value at least 1
     */
    public SimulationOptions maxWaiting(int value) {
        positive(value, "maxWaiting");
        return with(changed -> changed.maxWaiting = value);
    }

    /** Returns how many may wait at one place. */
    public int maxWaiting() {
        return settings.maxWaiting;
    }

    /**
     * Lets a fault happen about once in so many chances, anywhere. In each run a random half of these faults is switched off.
     *
     * @param oneIn how rare it is, at least 1
     */
    public SimulationOptions fault(Fault fault, int oneIn) {
        Objects.requireNonNull(fault, "fault");
        return with(FaultRule.rate(fault, oneIn));
    }

    /**
     * Lets a fault happen once in each run, at a named place: for instance the failure of an actor at its third message. If it happens
     * in no run of a campaign, the campaign fails as a whole and names the places that runs came to. A run that is repeated by its
     * string doesn't.
     *
     * @param place what the text of the place contains: the path of an actor, the name of a pool. The place of a fault that holds up, moves
     *     or wakes a party is the party, as reports name it; that of a clock's jump is {@code the clock}
     * @param count at which chance there, from 1
     */
    public SimulationOptions faultAt(Fault fault, String place, int count) {
        Objects.requireNonNull(fault, "fault");
        Objects.requireNonNull(place, "place");
        return with(FaultRule.at(fault, place, count));
    }

    private SimulationOptions with(FaultRule rule) {
        List<FaultRule> more = new ArrayList<>(settings.faults);
        more.add(rule);
        return with(changed -> changed.faults = List.copyOf(more));
    }

    List<FaultRule> faults() {
        return settings.faults;
    }

    /** Returns whether simulated threads are virtual in this JVM. */
    boolean isVirtual() {
        return settings.virtualThreads && PlacesFactory.areVirtual();
    }

    Watchdog watchdog(Halt halt) {
        return new Watchdog(Durations.timeoutNanos(settings.stuckAfter), halt);
    }

    /**
     * Sets the directory for the files about a failed run: a picture of the shrunk run in HTML, and the schedule of the run as it
     * was found. By default {@code target/simulations} if there is a directory {@code target} where the JVM runs, else {@code
     * build/simulations} if there is {@code build}, else nothing is written.
     */
    public SimulationOptions reports(Path value) {
        Objects.requireNonNull(value, "reports");
        return with(changed -> changed.reports = value);
    }

    @Nullable
    Path reports() {
        return settings.reports;
    }

    /**
     * Names properties to which some run must come: those of {@link Simulation#sometimes} and {@link Simulation#reachable}. A campaign
     * knows by itself only those that it came to.
     */
    public SimulationOptions expect(String... names) {
        for (String each : Objects.requireNonNull(names, "names")) {
            Objects.requireNonNull(each, "name");
        }
        List<String> more = new ArrayList<>(settings.expected);
        more.addAll(List.of(names));
        return with(changed -> changed.expected = List.copyOf(more));
    }

    List<String> expected() {
        return settings.expected;
    }

    private static void positive(long value, String what) {
        if (value <= 0) {
            throw new IllegalArgumentException(what + " must be above zero, not " + value);
        }
    }

    private static void positive(Duration value, String what) {
        if (Durations.timeoutNanos(value) <= 0) {
            throw new IllegalArgumentException(what + " must be above zero, not " + value);
        }
    }
}
