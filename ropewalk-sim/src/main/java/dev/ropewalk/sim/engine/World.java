package dev.ropewalk.sim.engine;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.IdleWait;
import dev.ropewalk.scheduler.step.Notes;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.fault.FaultPlan;
import dev.ropewalk.sim.fault.FaultReach;
import dev.ropewalk.sim.fault.FaultRule;
import dev.ropewalk.sim.thread.Place;
import dev.ropewalk.sim.thread.PlaceHost;
import dev.ropewalk.sim.thread.Places;
import dev.ropewalk.sim.thread.PlacesFactory;
import dev.ropewalk.sim.thread.StuckException;
import dev.ropewalk.sim.time.Event;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A world: parties that take steps one at a time, in an order that a {@link ChoiceSource} decides, and a clock that moves only
 * when no party can take a step.
 *
 * <p>How a step is taken. The code of a party announces its next step by {@link #before}: which kind, and on which resource. From
 * then on the party is ready. The world {@linkplain #choose chooses} one of the ready parties, and that one goes on from its
 * announcement to its next: this is its step. If another one than the caller was chosen, the code of the caller is stopped where
 * it is, at its {@link Place}, and that of the other goes on at its own. A task at its beginning has no place yet: the worker that
 * has just ended a task runs it next, and if none has, a free worker does, or a new one. There are as many workers as tasks that
 * have begun and not ended.
 *
 * <p>Why no field here is volatile: the code of one place runs at a time, and each hand-over happens-before what follows; see
 * {@link Places}. The thread that opens a world may use it while nothing runs. The watchdog alone reads the number of steps
 * meanwhile, as a guess.
 *
 * <p>Why a run can be repeated: all that decides what happens next is the choices, the parties' own code and the order in which
 * parties and resources are numbered, which follows from the steps. {@link #hash} sums the steps up; if two runs with the same
 * choices differ in it, something else had a say.
 */
public final class World extends WorldHost implements PlaceHost {
    private final Places places;
    private final ChoiceSource choices;
    private final Limits limits;
    private final Scheduler scheduler;
    private final Optional<Scheduler> asCurrent;
    private final ReadySet ready;
    private final Resources resources = new Resources();
    private final StepTrail trail;
    private final Clock clock;
    private final Workers workers;
    private final Threads threads;
    private final WorldRest rest;
    private final @Nullable WorldNotes notes;
    private final Waits waits = new Waits(this);
    private final WorldFaults faults;
    private int parties;
    private @Nullable Party current;
    private @Nullable Ending ending;
    private boolean running;
    private boolean isUnwinding;

    /** Whether the calling code is what a report asks for the name of something, which takes no steps. */
    private boolean naming;

    /** Makes a world in which nothing happens yet. */
    public World(WorldSettings settings) {
        this.choices = settings.choices();
        this.ready = new ReadySet(choices);
        this.limits = settings.limits();
        this.trail = new StepTrail(settings.log());
        this.faults = new WorldFaults(this, new FaultPlan(settings.faults(), choices), settings.log());
        this.places = PlacesFactory.create(this, settings.virtual(), settings.name());
        var userCode = new UserCode(this, settings.name(), settings.uncaught());
        this.notes = WorldNotes.of(this, settings.requirements());
        var state = new SchedulerState(settings.name(), settings.workers(), userCode, notes);
        this.clock = new Clock(this, limits.nanos(), faults, state);
        this.workers = new Workers(this, state, places, faults);
        this.threads = new Threads(this, places, userCode);
        this.rest = new WorldRest(threads, workers, state, notes);
        this.scheduler = new SimulatedScheduler(this, state, workers, threads);
        this.asCurrent = Optional.of(scheduler);
    }

    @Override
    public Scheduler simulatedScheduler() {
        return scheduler;
    }

    // Steps

    @Override
    @SuppressWarnings("ReferenceEquality") // asks which party it is
    public void before(StepKind kind, Object resource) {
        if (isUnwinding) {
            throw refused();
        }
        Party me = current;
        if (!running || me == null || waits.areLooking() || naming) {
            return;
        }
        StackRoom.require();
        Party next = chooseAfter(me, kind, resource);
        if (next != me) {
            stopAndGoOn(me, next);
        }
    }

    /** Lets the calling party announce its step. Where that fails halfway, which only an error of the JVM can make it, the world ends. */
    private @Nullable Party chooseAfter(Party me, StepKind kind, Object resource) {
        try {
            me.announce(kind, resources.numberOf(kind, resource));
            if (trail.isLogged()) {
                name(me, resource);
            }
            if (kind == StepKind.SPIN) {
                me.idle = resource instanceof IdleWait;
                clock.addSpinning(me);
            } else if (!faults.stalls(me, resource)) {
                ready.add(me);
            }
            return choose();
        } catch (Throwable thrown) {
            end(Ending.failed(thrown));
            current = me;
            throw thrown;
        }
    }

    private void name(Party me, Object resource) {
        naming = true;
        try {
            trail.announced(me, resource);
        } finally {
            naming = false;
        }
    }

    /** Stops the calling code, which is a party's, and goes on with another party, or with none. */
    private void stopAndGoOn(Party me, @Nullable Party next) {
        Place here = Objects.requireNonNull(me.place);
        if (!places.transfer(here, next == null ? null : workers.placeOf(next))) {
            IllegalStateException pinned = Misuse.pinned(me);
            end(Ending.uncontrolled(pinned));
            throw pinned;
        }
        if (isUnwinding) {
            throw refused();
        }
    }

    /** Returns what the calling code gets for an answer once the world has ended. */
    private WorldEnded refused() {
        places.refuse();
        return new WorldEnded();
    }

    @Override
    @Nullable
    Party choose() {
        while (true) {
            if (ending != null || waits.wakeMetOrStop()) {
                current = null;
                return null;
            }
            if (ready.size() > 0) {
                Party chosen = ready.choose();
                if (chosen != null) {
                    take(chosen);
                    return chosen;
                }
                end(Ending.givenUp());
            } else if (!passOn()) {
                current = null;
                return null;
            }
        }
    }

    /** Lets time pass, real time if a thread outside of the world holds up one of its own; returns false if nothing can happen. */
    private boolean passOn() {
        if (places.areStrangersAwaited(false)) {
            return places.awaitStrangers();
        }
        if (clock.passOn() || ending != null) {
            return ending == null;
        }
        return places.areStrangersAwaited(true) ? places.awaitStrangers() : waits.wakeResting();
    }

    private void take(Party party) {
        current = party;
        if (party.kind != StepKind.SPIN) {
            clock.stopSpinning();
        }
        trail.add(party, clock.now());
        if (trail.steps() >= limits.steps()) {
            end(rest.tooManySteps(limits.steps()));
        }
    }

    @Override
    public void end(Ending how) {
        if (ending == null) {
            ending = how;
        }
    }

    // Places

    @Override
    public @Nullable Place next() {
        Party next = choose();
        return next == null ? null : workers.placeOf(next);
    }

    @Override
    public void started(Place place) {
        requireCaller("a thread");
        threads.started(place).origin = originIfLogged("started");
    }

    @Override
    public @Nullable Throwable originIfLogged(String what) {
        return trail.isLogged() ? new Throwable(what + " by " + (current == null ? "the simulation" : current)) : null;
    }

    @Override
    public void blocked(Place place) {
        if (place.holder() instanceof Party party) {
            party.blockedAt = clock.now();
        }
        faults.blocked(place);
    }

    @Override
    public void woken(Place place) {
        makeReady(place, StepKind.WAKE);
    }

    @Override
    public void yielded(Place place) {
        makeReady(place, StepKind.YIELD);
    }

    private void makeReady(Place place, StepKind kind) {
        var party = (Party) place.holder();
        if (party != null && !party.isReady() && !party.isStalled) {
            party.waitsUntil = Long.MAX_VALUE;
            party.announce(kind, resources.numberOf(Objects.requireNonNullElse(place.thread(), place)));
            ready.add(party);
        }
    }

    @Override
    public void ended(Place place) {
        threads.ended(place);
    }

    @Override
    public void wokenByStranger(Place place, Throwable where) {
        end(Ending.uncontrolled(place.holder() + " was woken by a thread that the simulation doesn't control", where));
    }

    @Override
    public Runnable after(long nanos, Runnable task) {
        return clock.after(nanos, task, ready.last());
    }

    @Override
    public Runnable afterRealTime(long nanos, Runnable task) {
        return clock.afterRealTime(nanos, task, ready.last());
    }

    @Override
    public @Nullable Notes notes() {
        return notes;
    }

    // What the parts need

    @Override
    Event at(long due, Runnable action) {
        return clock.at(due, action);
    }

    @Override
    void parkUntil(Object blocker, long due) {
        if (isUnwinding) {
            throw refused();
        }
        if (waits.areLooking()) {
            throw Misuse.waiting(blocker);
        }
        Party me = current();
        if (Thread.currentThread().isInterrupted()) {
            // It doesn't wait. In a loop it polls therefore, and others go on meanwhile.
            before(StepKind.SPIN, blocker);
            return;
        }
        me.waitsUntil = due;
        places.park(Objects.requireNonNull(me.place), blocker);
        if (isUnwinding) {
            throw refused();
        }
    }

    @Override
    void unpark(Thread thread) {
        places.unpark(thread);
    }

    @Override
    public void awaitCondition(String what, BooleanSupplier condition) {
        waits.await(what, condition);
    }

    @Override
    boolean awaitCondition(String what, BooleanSupplier condition, long nanos) throws InterruptedException {
        return waits.await(what, condition, nanos);
    }

    @Override
    int nextPartyNumber() {
        requireCaller(scheduler);
        return parties++;
    }

    @Override
    int numberOf(Object resource) {
        return resources.numberOf(resource);
    }

    @Override
    int newResourceNumber() {
        return resources.newNumber();
    }

    @Override
    void ready(Party party) {
        ready.add(party);
    }

    @Override
    List<Party> readyParties() {
        return ready.all();
    }

    @Override
    void withdraw(Party party) {
        ready.remove(party);
    }

    @Override
    int draw(int bound) {
        requireCaller(scheduler);
        return choices.draw(bound);
    }

    @Override
    Party current() {
        return Objects.requireNonNull(current, "no party runs");
    }

    @Override
    boolean isCaller() {
        return running && places.isCaller();
    }

    @Override
    public void requireCaller(Object used) {
        if (isUnwinding && places.isCaller()) {
            throw refused();
        }
        if (isUnwinding) {
            throw Misuse.late(used);
        }
        if (running && !places.isCaller() && !waits.areLooking()) {
            IllegalStateException foreign = Misuse.foreign(used);
            end(Ending.uncontrolled(foreign));
            throw foreign;
        }
    }

    @Override
    public Optional<Scheduler> scheduler() {
        return asCurrent;
    }

    @Override
    public boolean isStruck(FaultKind kind, Object place) {
        if (ending != null || waits.areLooking() || naming) {
            return false;
        }
        naming = true;
        try {
            return faults.isStruck(kind, place, current);
        } finally {
            naming = false;
        }
    }

    @Override
    public long nextNumber(String kind) {
        return resources.nextNumber(kind);
    }

    @Override
    public boolean runsTask() {
        return current != null && current.isTask();
    }

    // Running

    @Override
    public void runUntil(BooleanSupplier condition) {
        if (running) {
            throw new IllegalStateException("the simulation runs already");
        }
        waits.stopWhen(condition);
        running = true;
        try {
            places.drive(limits.watchdog());
        } catch (StuckException stuck) {
            end(Ending.uncontrolled(Objects.requireNonNullElse(stuck.getMessage(), "stuck"), stuck));
        } finally {
            running = false;
            waits.stopWhen(null);
        }
    }

    /** Gives back what this world holds; it can't go on afterwards. */
    public void dispose() {
        end(Ending.done());
        isUnwinding = true;
        places.close();
    }

    @Override
    public boolean isEnded() {
        return isUnwinding;
    }

    /** Lets no more faults happen. */
    public void endFaults() {
        faults.end();
    }

    /** Returns how far the run has come to where its faults are to happen, by the rules at places. */
    public Map<FaultRule, FaultReach> faultReach() {
        return faults.reach();
    }

    /** Lets the calling thread wait until nothing can happen any more. */
    public void awaitRest() {
        waits.awaitRest();
        Ending deadlock = rest.deadlock(Thread.currentThread());
        if (deadlock != null) {
            end(deadlock);
            before(StepKind.YIELD, this);
        }
    }

    /** Notes how the world has ended, if it just came to rest: its body has ended, or can't go on. */
    public void endAtRest() {
        if (ending == null) {
            end(Objects.requireNonNullElseGet(rest.deadlock(null), Ending::done));
        }
    }

    /** Returns how a run that is done has failed all the same, because something is left that must not be; null if nothing is. */
    public @Nullable Ending left() {
        return rest.left();
    }

    @Override
    public @Nullable Ending ending() {
        return ending;
    }

    @Override
    public long steps() {
        return trail.steps();
    }

    public long hash() {
        return trail.hash();
    }

    @Override
    public long now() {
        return clock.now();
    }
}
