package dev.ropewalk.actor;

import dev.ropewalk.actor.cell.BlockingCell;
import dev.ropewalk.actor.cell.BlockingRun;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.CellTermination;
import dev.ropewalk.actor.cell.Closing;
import dev.ropewalk.actor.cell.DeadLetterLog;
import dev.ropewalk.actor.cell.DeadLetters;
import dev.ropewalk.actor.cell.EventCell;
import dev.ropewalk.actor.cell.Leftovers;
import dev.ropewalk.actor.cell.Questions;
import dev.ropewalk.actor.cell.Snapshots;
import dev.ropewalk.actor.cell.StopFuture;
import dev.ropewalk.actor.cell.Termination;
import dev.ropewalk.actor.mailbox.CycleReports;
import dev.ropewalk.actor.mailbox.WaitGraph;
import dev.ropewalk.actor.proxy.CellTarget;
import dev.ropewalk.actor.proxy.ProxyFactory;
import dev.ropewalk.actor.registry.ServiceRegistry;
import dev.ropewalk.actor.registry.SubscriberTable;
import dev.ropewalk.actor.routing.Routers;
import dev.ropewalk.actor.supervision.Control;
import dev.ropewalk.actor.support.Completions;
import dev.ropewalk.actor.support.SafeLog;
import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The actors of a program: a tree, on one scheduler. All methods may be called by any thread.
 *
 * <p>Close a system before the scheduler that it was given. A scheduler that is closed first still runs what it has accepted, as
 * far as its time goes, and refuses what comes later: that becomes dead letters. Then it closes the system, with no time left: all
 * actors stop, in the JDK's common pool, blocking ones are interrupted, what waits in mailboxes becomes dead letters, and whoever
 * waits for room, a stop or an answer goes on. Only an actor whose handler doesn't return can't stop before it does.
 *
 * <p>An open system keeps the JVM alive until it is closed, unless it was {@linkplain ActorSystemBuilder#daemon built} not to. So
 * that actors also end well when the JVM is told to end, by SIGTERM for instance, add the system to a {@link
 * dev.ropewalk.scheduler.CoordinatedShutdown}:
 *
 * {@snippet :
 * CoordinatedShutdown shutdown = CoordinatedShutdown.builder("shop")
 *         .phase("actors", Duration.ofSeconds(10), ShutdownOrder.NEWEST_FIRST)
 *         .build();
 * ActorSystem system = ActorSystem.create("bank");
 * shutdown.add("actors", "bank", left -> system.close(left));
 * shutdown.installHook();
 * }
 *
 * {@snippet :
 * try (ActorSystem system = ActorSystem.create("bank")) {
 *     ActorRef<Command> account = system.spawn("account", context -> new Account());
 *     account.tell(new Deposit(10));
 *     CompletableFuture<Long> balance = account.ask(Balance::new, Duration.ofSeconds(1));
 * }
 * }
 */
public final class ActorSystem implements ActorSpawner, AutoCloseable {
    private final String name;
    private final Scheduler scheduler;
    private final boolean ownsScheduler;
    private final Duration closeTimeout;
    private final Supervision supervision;
    private final Strand timerStrand;
    private final EventStream events;
    private final Receptionist receptionist;
    private final DeadLetters deadLetters;
    private final Leftovers leftovers;
    private final WaitGraph<Cell<?>> waits = new WaitGraph<>();
    private final CycleReports cycles;
    private final Completions completions;
    private final Questions questions;
    private final EventCell<Object> root;
    private final Closing closing;

    ActorSystem(
            String name, Scheduler scheduler, boolean ownsScheduler, Supervision supervision, Duration closeTimeout) {
        this.name = name;
        this.ownsScheduler = ownsScheduler;
        this.scheduler = scheduler;
        this.closeTimeout = closeTimeout;
        this.supervision = supervision;
        this.completions = new Completions(scheduler, name);
        this.questions = new Questions(completions);
        this.timerStrand = scheduler.newStrand();
        Termination termination = new CellTermination(this);
        this.events = new SubscriberTable(termination);
        this.receptionist = new ServiceRegistry(termination, completions::run);
        this.deadLetters = new DeadLetters(events, new DeadLetterLog(scheduler::nanoTime, this::asideLater));
        this.leftovers = new Leftovers(deadLetters);
        this.cycles = new CycleReports(this);
        this.root = new EventCell<>(this, null, ActorOptions.defaults(), context -> message -> {});
        root.brood(); // there before threads that spawn at the top could make it twice
        root.start();
        this.closing = new Closing(this, root);
        closing.watchScheduler();
    }

    /** Returns a system with the defaults of {@link #builder}: its scheduler is its own, and is closed with it. */
    public static ActorSystem create(String name) {
        return builder(name).build();
    }

    /**
     * Returns a builder of systems.
     *
     * @throws IllegalArgumentException if the name is empty or contains a slash
     */
    public static ActorSystemBuilder builder(String name) {
        return new ActorSystemBuilder(name);
    }

    // Spawning

    @Override
    public <M> ActorRef<M> spawn(ActorOptions<? super M> options, ActorFactory<M> factory) {
        return spawn(root, options, factory);
    }

    @Override
    public <M> ActorRef<M> spawnBlocking(ActorOptions<? super M> options, BlockingActor<M> actor) {
        return spawnBlocking(root, options, actor);
    }

    @Override
    public <T> T proxy(ActorOptions<Object> options, Class<T> type, Supplier<? extends T> target) {
        return proxy(root, options, type, target);
    }

    @Override
    public <M> Router<M> spawnRouter(
            ActorOptions<? super M> options, Routing<? super M> routing, int size, ActorFactory<M> routee) {
        return spawnRouter(root, options, routing, size, routee);
    }

    /**
     * Returns a router in front of actors that exist. It is an actor at the top: it stays until it is stopped, which its routees
     * outlive, or until the last of them has stopped.
     *
     * @param routees one that occurs twice counts once
     * @throws IllegalArgumentException if one is no actor of this system
     */
    public <M> Router<M> routerOf(Routing<? super M> routing, List<ActorRef<M>> routees) {
        return Routers.group(root, routing, routees);
    }

    public <M> EventCell<M> spawn(Cell<?> parent, ActorOptions<? super M> options, ActorFactory<M> factory) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(factory, "factory");
        return begin(parent, new EventCell<M>(this, parent, options, factory));
    }

    /** Puts an actor into the tree and lets it begin. */
    public <C extends Cell<?>> C begin(Cell<?> parent, C child) {
        parent.brood().add(child);
        child.start();
        return child;
    }

    public <M> ActorRef<M> spawnBlocking(Cell<?> parent, ActorOptions<? super M> options, BlockingActor<M> actor) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(actor, "actor");
        return begin(parent, new BlockingCell<M>(this, parent, options, actor));
    }

    public <T> T proxy(Cell<?> parent, ActorOptions<Object> options, Class<T> type, Supplier<? extends T> target) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(target, "target");
        ProxyFactory.check(Objects.requireNonNull(type, "type"));
        return ProxyFactory.newProxy(type, new CellTarget(spawn(parent, options, CellTarget.factory(type, target))));
    }

    public <M> Router<M> spawnRouter(
            Cell<?> parent,
            ActorOptions<? super M> options,
            Routing<? super M> routing,
            int size,
            ActorFactory<M> routee) {
        return Routers.pool(parent, options, routing, size, routee);
    }

    // Stopping and watching

    /**
     * Stops an actor after its current message, and its children before it. What waits in its mailbox becomes dead letters.
     */
    public void stop(ActorRef<?> actor) {
        Objects.requireNonNull(actor, "actor");
        cellOf(actor).order(new Control.Stop());
    }

    /**
     * Returns a future that completes when an actor has stopped; at once if it has. The actor keeps it until then: cancel one
     * that nobody wants any more.
     */
    public CompletableFuture<Void> whenStopped(ActorRef<?> actor) {
        Objects.requireNonNull(actor, "actor");
        Cell<?> target = cellOf(actor);
        if (target.isStopped()) {
            return CompletableFuture.completedFuture(null);
        }
        var watch = new StopFuture(target);
        target.order(new Control.Watch(watch));
        return watch.future;
    }

    /**
     * Returns the actor behind a ref.
     *
     * @throws IllegalArgumentException if it is no actor of this system
     */
    public Cell<?> cellOf(ActorRef<?> ref) {
        Cell<?> cell = Cell.behind(ref);
        if (cell != null && cell.system() == this) {
            return cell;
        }
        throw new IllegalArgumentException(ref + " is no actor of the system " + name);
    }

    // Services

    /** Returns the event stream. */
    public EventStream events() {
        return events;
    }

    /** Returns the receptionist. */
    public Receptionist receptionist() {
        return receptionist;
    }

    /** Returns the scheduler that runs the actors. */
    public Scheduler scheduler() {
        return scheduler;
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    public Supervision supervision() {
        return supervision;
    }

    public Strand timerStrand() {
        return timerStrand;
    }

    public DeadLetters deadLetters() {
        return deadLetters;
    }

    /** Returns which of this system's actors wait for room, and where. */
    public WaitGraph<Cell<?>> waits() {
        return waits;
    }

    /** Returns what runs code that users have attached to futures. */
    public Completions completions() {
        return completions;
    }

    public Questions questions() {
        return questions;
    }

    public CycleReports cycles() {
        return cycles;
    }

    /** Runs something short later, on a strand of the system; never, if the scheduler is closed by then. */
    public void later(Runnable task, Duration delay) {
        try {
            scheduler.schedule(timerStrand, task, delay);
        } catch (RejectedExecutionException closed) {
            log(Level.DEBUG, "a delay of " + delay + " was dropped", closed);
        }
    }

    /** Runs something later that may run code of users: a handler of the log, for instance. */
    public void asideLater(Runnable task, Duration delay) {
        later(() -> completions.run(task), delay);
    }

    /** Hands what no supervisor decides about to the scheduler's handler of uncaught exceptions. Throws nothing. */
    public void raise(Throwable unchecked) {
        try {
            scheduler.execute(() -> {
                if (unchecked instanceof Error error) {
                    throw error;
                }
                throw unchecked instanceof RuntimeException plain ? plain : new IllegalStateException(unchecked);
            });
        } catch (Throwable closedOrNoMemory) {
            log(Level.ERROR, "an error could not be handed to the scheduler: " + closedOrNoMemory, unchecked);
        }
    }

    public void log(Level level, String text) {
        SafeLog.log(level, () -> text);
    }

    public void log(Level level, String text, Throwable cause) {
        SafeLog.log(level, () -> text, cause);
    }

    /** Returns the actor that the calling code is part of, or null. */
    public @Nullable Cell<?> currentCell() {
        Optional<MessageStrand<?>> current = scheduler.currentStrand();
        return current.isPresent() && current.get().handler() instanceof Cell<?> cell
                ? cell
                : BlockingRun.currentIn(this);
    }

    // Looking

    /** Returns what the actors are like at this moment: the root of the tree, with everything below. */
    public ActorSnapshot snapshot() {
        return Snapshots.of(root);
    }

    /** Returns the tree as text: an actor a line, with its state and how many messages wait. */
    public String tree() {
        return snapshot().toTree();
    }

    // The end

    /**
     * Closes the system. From now on nothing is spawned at the top. Waits until no actor has anything to do, at most for the
     * given time, then stops all actors, children before parents, and last the scheduler if that is the system's own. Timers
     * that are still running don't keep the system open. Actors that keep each other busy, or one that keeps itself busy, do:
     * they are named in the log after a second, and can end that by {@link #isClosing()}. No rule tells a job in many steps from one
     * without end.
     *
     * <p>A later call waits for the first and returns its report.
     *
     * @param timeout how long to wait; zero or less stops the actors at once
     * @return what was left undone
     * @throws IllegalStateException if called from an actor or its factory, from a task of the system's own scheduler, or by code
     *     that the scheduler {@linkplain Scheduler#isTellingCaller tells} what it has abandoned, which would wait for itself;
     *     nothing is stopped then. A scheduler that tells closes the system without being asked
     */
    public ActorCloseReport close(Duration timeout) {
        return closing.close(Objects.requireNonNull(timeout, "timeout"));
    }

    /**
     * Closes with the timeout that the builder has, 10 seconds by default; what was left is logged as a warning. A system whose
     * actors keep themselves or each other busy takes all of that time.
     */
    @Override
    public void close() {
        ActorCloseReport report = close(closeTimeout);
        if (!report.isComplete()) {
            log(Level.WARNING, "actor system " + name + " closed with work left: " + report);
        }
    }

    /**
     * Waits until the system is closed: until {@link #close(Duration)} has its report, whoever called it.
     *
     * @param timeout how long to wait; zero or less only looks
     * @return whether it is closed; false if the time is up
     * @throws IllegalStateException if called from an actor or its factory, or from a task of the system's own scheduler, for which closing
     *     waits; or, with a timeout above zero, by code that the scheduler {@linkplain Scheduler#isTellingCaller tells} what it
     *     has abandoned
     * @throws InterruptedException if the calling thread is interrupted meanwhile
     */
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        return closing.await(Objects.requireNonNull(timeout, "timeout"));
    }

    /**
     * Returns whether {@link #close} was called. An actor that keeps itself busy by messages to itself should look here before it
     * sends the next: closing can't tell it from one that will be done some time, and waits for it until the time is up.
     */
    public boolean isClosing() {
        return closing.hasBegun();
    }

    /** Returns what the scheduler has left over. */
    public Leftovers leftovers() {
        return leftovers;
    }

    public boolean ownsScheduler() {
        return ownsScheduler;
    }

    @Override
    public String toString() {
        return "ActorSystem[" + name + "]";
    }
}
