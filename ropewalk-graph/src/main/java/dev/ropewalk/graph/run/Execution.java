package dev.ropewalk.graph.run;

import dev.ropewalk.base.CarriedContext;
import dev.ropewalk.base.ContextKind;
import dev.ropewalk.base.ContextPart;
import dev.ropewalk.base.Contexts;
import dev.ropewalk.base.Inventory;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.graph.ActionOutcome;
import dev.ropewalk.graph.GraphEvent;
import dev.ropewalk.graph.GraphListener;
import dev.ropewalk.graph.GraphResult;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.graph.GraphSnapshot;
import dev.ropewalk.graph.GraphTimeline;
import dev.ropewalk.graph.GraphTrace;
import dev.ropewalk.graph.order.ActionStarter;
import dev.ropewalk.graph.order.BudgetedActions;
import dev.ropewalk.graph.order.IntStack;
import dev.ropewalk.graph.order.ReadyActions;
import dev.ropewalk.graph.order.StartList;
import dev.ropewalk.graph.plan.GraphPlan;
import dev.ropewalk.graph.plan.RetryPolicy;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.budget.BudgetGrant;
import dev.ropewalk.limit.budget.ResourceBudget;
import dev.ropewalk.scheduler.park.FutureWaits;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of a graph: what happens when actions become ready, end, fail and are cancelled.
 *
 * <p>An action is alive from the moment it is ready until it has ended, back-offs included. The run ends when nothing lives: what
 * has never been alive then depends on something that failed or was cancelled. An action counts those it makes ready before they
 * can start, and leaves itself last, when its grant is closed: so the count reaches zero once, and nothing is held then.
 *
 * <p>Whatever is left to a timer or a thread is reported back when that is refused or will never come, as after the end of the
 * scheduler: the action fails, and the run goes on to its end.
 *
 * <p>When a run is stopped, what is ready is forgotten, back-offs are cancelled and attempts aborted; nothing becomes ready any
 * more. An action that became ready at the same time is dropped when it comes to start, see {@link Attempt}.
 */
public final class Execution implements GraphRun, ActionStarter, ContextPart {
    private static final Inventory<GraphRun> LIVE = new Inventory<>("run");

    private static final VarHandle STOP = VarHandles.of(MethodHandles.lookup(), "stop", Stop.class);

    /** Why a run ends before its time. */
    enum Stop {
        CANCELLED,
        FAILED
    }

    final GraphPlan plan;
    final RunThreads threads;
    final Slots slots;
    final RunLog log;

    /** That of the thread that has started the run, if contexts are carried. */
    final @Nullable CarriedContext context;

    private final @Nullable String name;
    private final CompletableFuture<GraphResult> completion = new CompletableFuture<>();

    /** What callers add their code to. Made before the waits are: the future tells the latest first, so that no such code delays a join. */
    private final CompletableFuture<GraphResult> published = completion.copy();

    private final FutureWaits waits = new FutureWaits(completion);
    private final Inventory.Entry<GraphRun> place;
    private final boolean keepGoing;
    private final Countdown countdown;
    private final RunOutcomes outcomes;
    private final ReadyActions ready;
    private final @Nullable EventQueue events;
    private final @Nullable SliceLog slices;
    private final long origin;
    private final RunRecording recording;
    private final AtomicInteger alive = new AtomicInteger(1);

    @SuppressWarnings("UnusedVariable") // written through STOP
    private volatile @Nullable Stop stop;

    private Execution(GraphPlan plan, RunSettings settings, RunThreads threads) {
        this.plan = plan;
        this.threads = threads;
        this.slots = new Slots(plan.size());
        this.name = settings.name();
        this.context = Contexts.capture(this, plan);
        this.log = new RunLog(plan, name);
        this.countdown = Countdown.of(plan);
        this.outcomes = new RunOutcomes(plan.size(), this::outcome, log, new EndOrder(countdown.counts()));
        this.keepGoing = settings.keepsGoing();
        Budget budget = settings.budget();
        this.ready = budget == null
                ? new ReadyActions.Unbounded(plan)
                : new BudgetedActions(this, plan, ResourceBudget.of(budget));
        this.slices = settings.isTraced() ? new SliceLog() : null;
        this.origin = threads.now();
        this.recording = new RunRecording(log.name(), plan);
        GraphListener listener = settings.listener();
        this.events = listener == null ? null : new EventQueue(listener, threads, log);
        this.place = LIVE.place(name, this);
    }

    @Override
    public ContextKind contextKind() {
        return ContextKind.RUN;
    }

    @Override
    public String contextName() {
        return name == null ? "run" : name;
    }

    /** Returns what {@link GraphRun#live} does. */
    public static Map<String, GraphRun> live() {
        return LIVE.live(run -> run instanceof Execution own && own.completion.isDone());
    }

    /**
     * Starts a run of a graph.
     *
     * @throws IllegalArgumentException if an action demands a resource that the budget doesn't have
     */
    public static GraphRun start(GraphPlan plan, RunSettings settings, RunThreads threads) {
        Budget budget = settings.budget();
        if (budget != null) {
            requireResources(plan, budget);
        }
        Execution execution = new Execution(plan, settings, threads);
        Steps.enterUnlessSimulated(execution.place);
        execution.begin();
        return execution;
    }

    private static void requireResources(GraphPlan plan, Budget budget) {
        for (int set = 0; set < plan.resourceSets().size(); set++) {
            for (String resource : plan.resourceSets().get(set)) {
                try {
                    budget.capacity(resource);
                } catch (IllegalArgumentException unknown) {
                    throw new IllegalArgumentException(
                            "'" + plan.firstOf(set) + "' demands '" + resource + "': " + unknown.getMessage(), unknown);
                }
            }
        }
    }

    private void begin() {
        startOutside(starts -> {
            for (int action = 0; action < plan.size(); action++) {
                if (plan.dependencies().count(action) == 0) {
                    starts.ready.push(action);
                }
            }
            goOn(null, starts);
        });
    }

    @Override
    public void startOutside(Consumer<StartList> work) {
        StartList starts = null;
        try {
            starts = new StartList();
            work.accept(starts);
            startAll(starts);
        } catch (Throwable broken) {
            collapse(broken, null, starts);
        }
    }

    /**
     * Ends the run after an error in its own steps, which can only be the JVM's, such as one of memory: what is still to run
     * can't be told any more, and no thread is to wait for it. What runs is interrupted, and gives back what it holds when it
     * ends.
     *
     * @param running what was being started or ended at that moment
     * @param starts what was to be started next
     */
    void collapse(Throwable broken, StartList.@Nullable Start running, @Nullable StartList starts) {
        try {
            stop(Stop.FAILED);
            log.log(Level.ERROR, () -> "it has collapsed", broken);
        } catch (Throwable again) {
            broken.addSuppressed(again);
        } finally {
            recording.end(slots);
            completion.complete(new RunResult(plan, slots, stop, broken));
        }
        StartList.Start next = running;
        while (next != null) {
            if (next.grant() != null) {
                next.grant().close();
            }
            next = starts == null ? null : starts.poll();
        }
        place.leave();
        outcomes.end(broken);
    }

    /** Starts each in a thread of its own. */
    void startAll(StartList starts) {
        for (StartList.Start next = starts.poll(); next != null; next = starts.poll()) {
            if (isStopped()) {
                end(next.action(), Slots.Cancelled.CANCELLED, next.grant(), starts);
            } else {
                start(next, starts);
            }
        }
    }

    private void start(StartList.Start next, StartList starts) {
        try {
            threads.start(new RunLane(this, next));
        } catch (Throwable noThread) {
            end(next.action(), new Slots.Failure(noThread, attempts(next.action())), next.grant(), starts);
        }
    }

    /** Runs an action in the calling thread. */
    void attempt(StartList.Start start, StartList starts) {
        int attempts = attempts(start.action());
        Throwable refusal = start.refusal();
        if (refusal != null) {
            end(start.action(), new Slots.Failure(refusal, attempts), start.grant(), starts);
        } else {
            new Attempt(this, plan.action(start.action()), attempts + 1, start.grant()).run(starts);
        }
    }

    private int attempts(int action) {
        return slots.get(action) instanceof Slots.Again(int attempts) ? attempts : 0;
    }

    void started(Attempt attempt) {
        if (events != null) {
            events.add(new GraphEvent.Started(attempt.action, attempt.attempt()));
        }
    }

    void succeeded(Attempt attempt, Object slot, StartList starts) {
        note(attempt, SliceLog.End.SUCCEEDED);
        if (events != null) {
            events.add(new GraphEvent.Succeeded(attempt.action));
        }
        end(attempt.action.index(), slot, attempt.grant, starts);
    }

    void cancelled(Attempt attempt, StartList starts) {
        note(attempt, SliceLog.End.CANCELLED);
        tell(new GraphEvent.Cancelled(attempt.action));
        dropped(attempt, starts);
    }

    /** Called for an attempt that hasn't begun when the run was stopped. */
    void dropped(Attempt attempt, StartList starts) {
        end(attempt.action.index(), Slots.Cancelled.CANCELLED, attempt.grant, starts);
    }

    void failed(Attempt attempt, Throwable error, StartList starts) {
        RetryPolicy retry = attempt.action.retry();
        if (isStopped() || !retry.allowsAnother(attempt.attempt(), error)) {
            note(attempt, SliceLog.End.FAILED);
            end(attempt.action.index(), new Slots.Failure(error, attempt.attempt()), attempt.grant, starts);
            return;
        }
        note(attempt, SliceLog.End.RETRIED);
        int action = attempt.action.index();
        long nanos = retry.backOffNanos(attempt.attempt(), threads.random());
        tell(new GraphEvent.Retried(attempt.action, attempt.attempt(), error, Duration.ofNanos(nanos)));
        RetryDelay delay = new RetryDelay(this, action, attempt.attempt(), error);
        leave(ready.add(starts.ready, attempt.grant, starts));
        slots.setVolatile(action, delay); // from now on the run may end, so nothing is held any more
        if (isStopped()) {
            if (delay.cancel()) {
                leave(1);
            }
            return;
        }
        try {
            var ignored = threads.after(nanos, delay);
        } catch (Throwable noTimer) {
            delay.giveUp(noTimer, starts);
        }
    }

    /** Goes on with an action whose back-off is over. */
    void again(int action, StartList starts) {
        starts.ready.push(action);
        leave(ready.add(starts.ready, null, starts));
    }

    /** Ends an action that is alive: says what has become of it, finds what it makes ready, and gives back what it holds. */
    void end(int action, Object slot, @Nullable BudgetGrant grant, StartList starts) {
        slots.set(action, slot);
        outcomes.add(action);
        if (slot instanceof Slots.Failure failure) {
            recording.failed(action, failure);
            tell(new GraphEvent.Failed(plan.action(action), failure.error(), failure.attempts()));
            if (!keepGoing) {
                stop(Stop.FAILED);
            }
        }
        if (!isStopped()) {
            countDown(action, starts);
        }
        goOn(grant, starts);
        outcomes.tell();
    }

    /** Finds what has become ready; what depends on a failure ends here, and what depends on that, and so on. */
    private void countDown(int first, StartList starts) {
        IntStack ended = starts.ended;
        ended.push(first);
        while (!ended.isEmpty()) {
            int action = ended.pop();
            Slots.Skipped skip = skipOfDependants(action);
            for (int at = plan.dependants().start(action);
                    at < plan.dependants().end(action);
                    at++) {
                int dependant = plan.dependants().at(at);
                if (skip != null) {
                    boolean ignored = slots.replace(dependant, null, skip);
                }
                if (countdown.arrive(dependant)) {
                    if (slots.get(dependant) instanceof Slots.Skipped skipped) {
                        outcomes.add(dependant);
                        tell(new GraphEvent.Skipped(plan.action(dependant), skipped.culprit()));
                        ended.push(dependant);
                    } else {
                        starts.ready.push(dependant);
                    }
                }
            }
        }
    }

    private Slots.@Nullable Skipped skipOfDependants(int action) {
        return switch (slots.get(action)) {
            case Slots.Failure failure -> new Slots.Skipped(plan.action(action));
            case Slots.Skipped skipped -> skipped;
            case null, default -> null;
        };
    }

    /** Hands over what is ready, closes the grant of the action that has ended, and lets it leave. */
    private void goOn(@Nullable BudgetGrant grant, StartList starts) {
        Steps.before(StepKind.ACCESS, this);
        if (!starts.ready.isEmpty()) {
            alive.getAndAdd(starts.ready.size());
        }
        leave(1 + ready.add(starts.ready, grant, starts));
    }

    private void leave(int left) {
        if (left > 0 && alive.addAndGet(-left) == 0) {
            GraphResult result = new RunResult(plan, slots, stop, null);
            tell(new GraphEvent.Ended(result));
            recording.end(slots);
            completion.complete(result);
            place.leave();
            outcomes.end(null);
        }
    }

    @Override
    public void cancel() {
        StackRoom.require();
        Steps.before(StepKind.CLOSE, this);
        try {
            stop(Stop.CANCELLED);
        } catch (Throwable broken) {
            collapse(broken, null, null);
        }
    }

    /** Stops the run, unless it has been stopped. */
    private void stop(Stop why) {
        if (!STOP.compareAndSet(this, null, why)) {
            return;
        }
        int forgotten = ready.stop();
        for (int action = 0; action < slots.size(); action++) {
            Object slot = slots.getVolatile(action);
            if (slot instanceof Attempt attempt) {
                attempt.abort(Attempt.Abort.STOPPED);
            } else if (slot instanceof RetryDelay delay && delay.cancel()) {
                forgotten++;
            }
        }
        leave(forgotten);
    }

    boolean isStopped() {
        return stop != null;
    }

    @Override
    public long elapsedNanos() {
        return threads.now() - origin;
    }

    boolean isTraced() {
        return slices != null;
    }

    @Override
    public GraphTrace trace() {
        if (slices == null) {
            throw new IllegalStateException("the run isn't traced: see GraphOptions.traced");
        }
        return new RecordedTrace(slices.all(), origin);
    }

    @Override
    public Optional<GraphTimeline> timeline() {
        Steps.before(StepKind.ACCESS, this);
        boolean isOver = completion.isDone(); // then all attempts are noted
        return Optional.ofNullable(slices).map(noted -> Timelines.of(plan, slots, noted, origin, isOver, threads));
    }

    private void note(Attempt attempt, SliceLog.End end) {
        if (slices != null) {
            slices.add(attempt.slice(threads.now(), end));
        }
    }

    private void tell(GraphEvent event) {
        if (events != null) {
            events.add(event);
        }
    }

    @Override
    public GraphResult join() throws InterruptedException {
        return await(Parking.FOREVER).orElseThrow();
    }

    @Override
    public Optional<GraphResult> join(Duration timeout) throws InterruptedException {
        return await(Parking.nanos(timeout));
    }

    private Optional<GraphResult> await(long nanos) throws InterruptedException {
        Steps.before(StepKind.ACCESS, this);
        return waits.await("the end of a graph", nanos) ? Optional.of(completion.resultNow()) : Optional.empty();
    }

    @Override
    public CompletableFuture<GraphResult> result() {
        Steps.before(StepKind.ACCESS, this);
        return (completion.isDone() ? completion : published).copy();
    }

    private ActionOutcome outcome(int action) {
        return new ActionOutcome(plan.action(action), slots.result(action));
    }

    @Override
    public Flow.Publisher<ActionOutcome> publisher() {
        return outcomes.publisher(null);
    }

    @Override
    public Flow.Publisher<ActionOutcome> publisher(Executor executor) {
        return outcomes.publisher(Objects.requireNonNull(executor, "executor"));
    }

    @Override
    public GraphSnapshot snapshot() {
        Steps.before(StepKind.ACCESS, this);
        return slots.snapshot(ready.waiting(), completion.isDone());
    }

    @Override
    public String toString() {
        return "run of a " + plan;
    }
}
