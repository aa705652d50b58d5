package dev.ropewalk.actor;

import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.lang.System.Logger;
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
 * {@snippet :
 * try (ActorSystem system = ActorSystem.create("bank")) {
 *     ActorRef<Command> account = system.spawn("account", context -> new Account());
 *     account.tell(new Deposit(10));
 *     CompletableFuture<Long> balance = account.ask(Balance::new, Duration.ofSeconds(1));
 * }
 * }
 */
public final class ActorSystem implements ActorSpawner, AutoCloseable {
    private static final Logger LOGGER = Loggers.own();
    private static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final String name;
    private final Scheduler scheduler;
    private final boolean ownsScheduler;
    private final Supervision supervision;
    private final Strand timerStrand;
    private final EventStream events;
    private final Receptionist receptionist;
    private final DeadLetters deadLetters;
    private final WaitGraph<Cell<?>> waits = new WaitGraph<>();
    private final CycleReports cycles;
    private final Questions questions = new Questions();
    private final EventCell<Object> root;
    private final Closing closing;

    ActorSystem(String name, @Nullable Scheduler given, Supervision supervision) {
        this.name = name;
        this.ownsScheduler = given == null;
        this.scheduler = given == null ? Scheduler.builder().name(name).build() : given;
        this.supervision = supervision;
        this.timerStrand = scheduler.newStrand();
        Termination termination = new CellTermination(this);
        this.events = new SubscriberTable(termination);
        this.receptionist = new ServiceRegistry(termination);
        this.deadLetters = new DeadLetters(events, new DeadLetterLog(scheduler::nanoTime, this::later));
        this.cycles = new CycleReports(this);
        this.root = new EventCell<>(this, null, ActorOptions.defaults(), context -> message -> {});
        root.brood(); // there before threads that spawn at the top could make it twice
        root.start();
        this.closing = new Closing(this, root);
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

    <M> EventCell<M> spawn(Cell<?> parent, ActorOptions<? super M> options, ActorFactory<M> factory) {
        return begin(parent, new EventCell<M>(this, parent, options, factory));
    }

    /** Puts an actor into the tree and lets it begin. */
    <C extends Cell<?>> C begin(Cell<?> parent, C child) {
        parent.brood().add(child);
        child.start();
        return child;
    }

    <M> ActorRef<M> spawnBlocking(Cell<?> parent, ActorOptions<? super M> options, BlockingActor<M> actor) {
        return begin(parent, new BlockingCell<M>(this, parent, options, Objects.requireNonNull(actor, "actor")));
    }

    <T> T proxy(Cell<?> parent, ActorOptions<Object> options, Class<T> type, Supplier<? extends T> target) {
        ProxyFactory.check(type);
        return ProxyFactory.newProxy(type, new CellTarget(spawn(parent, options, CellTarget.factory(type, target))));
    }

    <M> Router<M> spawnRouter(
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
        cellOf(actor).order(new Control.Stop());
    }

    /** Returns a future that completes when an actor has stopped; at once if it has. */
    public CompletableFuture<Void> whenStopped(ActorRef<?> actor) {
        Cell<?> target = cellOf(actor);
        if (target.isStopped()) {
            return CompletableFuture.completedFuture(null);
        }
        var stopped = new CompletableFuture<Void>();
        target.order(new Control.Watch(cell -> stopped.complete(null)));
        return stopped;
    }

    /**
     * Returns the actor behind a ref.
     *
     * @throws IllegalArgumentException if it is no actor of this system
     */
    Cell<?> cellOf(ActorRef<?> ref) {
        if (ref instanceof Cell<?> cell && cell.system() == this) {
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

    Supervision supervision() {
        return supervision;
    }

    Strand timerStrand() {
        return timerStrand;
    }

    DeadLetters deadLetters() {
        return deadLetters;
    }

    /** Returns which of this system's actors wait for room, and where. */
    WaitGraph<Cell<?>> waits() {
        return waits;
    }

    Questions questions() {
        return questions;
    }

    CycleReports cycles() {
        return cycles;
    }

    /** Runs something short later, on a strand of the system; never, if the scheduler is closed by then. */
    void later(Runnable task, Duration delay) {
        try {
            scheduler.schedule(timerStrand, task, delay);
        } catch (RejectedExecutionException closed) {
            log(Level.DEBUG, "a delay of " + delay + " was dropped", closed);
        }
    }

    /** Hands what no supervisor decides about to the scheduler's handler of uncaught exceptions. */
    void raise(Throwable unchecked) {
        try {
            scheduler.execute(() -> {
                if (unchecked instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) unchecked;
            });
        } catch (RejectedExecutionException closed) {
            log(Level.ERROR, "an error came after the scheduler was closed", unchecked);
        }
    }

    void log(Level level, String text) {
        LOGGER.log(level, text);
    }

    void log(Level level, String text, Throwable cause) {
        LOGGER.log(level, text, cause);
    }

    /** Returns the actor that the calling code is part of, or null. */
    @Nullable
    Cell<?> currentCell() {
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
     * that are still running don't keep the system open.
     *
     * <p>A later call waits for the first and returns its report.
     *
     * @param timeout how long to wait; zero or less stops the actors at once
     * @return what was left undone
     * @throws IllegalStateException if called from an actor, which would wait for itself
     */
    public ActorCloseReport close(Duration timeout) {
        return closing.close(timeout);
    }

    /** Closes with a timeout of 30 seconds; what was left is logged as a warning. */
    @Override
    public void close() {
        ActorCloseReport report = close(DEFAULT_CLOSE_TIMEOUT);
        if (!report.isComplete()) {
            LOGGER.log(Level.WARNING, "actor system {0} closed with work left: {1}", name, report);
        }
    }

    boolean ownsScheduler() {
        return ownsScheduler;
    }

    @Override
    public String toString() {
        return "ActorSystem[" + name + "]";
    }
}
