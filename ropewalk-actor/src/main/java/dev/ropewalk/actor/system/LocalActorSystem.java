package dev.ropewalk.actor.system;

import dev.ropewalk.actor.ActorCloseReport;
import dev.ropewalk.actor.ActorDetails;
import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorGroup;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.actor.BlockingActor;
import dev.ropewalk.actor.Emitter;
import dev.ropewalk.actor.EventStream;
import dev.ropewalk.actor.MailboxWait;
import dev.ropewalk.actor.Receptionist;
import dev.ropewalk.actor.Router;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.actor.cell.BlockingCell;
import dev.ropewalk.actor.cell.BlockingRun;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.actor.cell.DeadLetterLog;
import dev.ropewalk.actor.cell.DeadLetters;
import dev.ropewalk.actor.cell.EventCell;
import dev.ropewalk.actor.cell.GroupCell;
import dev.ropewalk.actor.cell.Leftovers;
import dev.ropewalk.actor.cell.PendingAsks;
import dev.ropewalk.actor.flow.ActorPublisher;
import dev.ropewalk.actor.flow.ActorSubscriber;
import dev.ropewalk.actor.mailbox.CapacityWaits;
import dev.ropewalk.actor.proxy.CellTarget;
import dev.ropewalk.actor.proxy.ProxyFactory;
import dev.ropewalk.actor.registry.CellTermination;
import dev.ropewalk.actor.registry.ServiceRegistry;
import dev.ropewalk.actor.registry.SubscriberTable;
import dev.ropewalk.actor.registry.Termination;
import dev.ropewalk.actor.routing.Routers;
import dev.ropewalk.actor.supervision.SystemMessage;
import dev.ropewalk.actor.supervision.Watched;
import dev.ropewalk.base.Inventory;
import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The actor system in this JVM: it makes the parts of a system from all rooms, and knows which cell each kind of actor is.
 *
 * <p>What cells ask of it is in {@link CellSystem} and {@link dev.ropewalk.actor.support.SystemServices}; how it ends is in {@link
 * Shutdown}.
 */
public final class LocalActorSystem extends CellSystem {
    static final Inventory<ActorSystem> LIVE = new Inventory<>("system");

    private final boolean ownsScheduler;
    private final Duration closeTimeout;
    private final Supervision supervision;
    private final EventStream events;
    private final Receptionist receptionist;
    private final DeadLetters deadLetters;
    private final Leftovers leftovers;
    private final CapacityWaits waits;
    private final PendingAsks pendingAsks;
    private final EventCell<Object> root;
    private final Shutdown shutdown;
    private final SystemStats stats;
    private final Details details;

    public LocalActorSystem(
            String name, Scheduler scheduler, boolean ownsScheduler, Supervision supervision, Duration closeTimeout) {
        super(name, scheduler);
        this.ownsScheduler = ownsScheduler;
        this.closeTimeout = closeTimeout;
        this.supervision = supervision;
        this.pendingAsks = new PendingAsks(completions());
        Termination termination = new CellTermination(this);
        this.events = new SubscriberTable(termination, failures());
        this.receptionist = new ServiceRegistry(termination, completions()::run, failures());
        this.deadLetters = new DeadLetters(events, new DeadLetterLog(name, scheduler::nanoTime, this::asideLater));
        this.leftovers = new Leftovers(deadLetters);
        this.waits = new CapacityWaits(this, this::currentCell);
        this.root = new EventCell<>(this, null, ActorOptions.defaults(), context -> message -> {});
        root.ensureChildren(); // there before threads that spawn at the top could make it twice
        root.start();
        this.stats = new SystemStats(this, root);
        this.details = new Details(root);
        this.shutdown = new Shutdown(this, root);
        shutdown.watchScheduler();
        Steps.noteOpened(this);
        Steps.enterUnlessSimulated(shutdown.entry());
    }

    /** Returns what {@link ActorSystem#live} does. */
    public static Map<String, ActorSystem> live() {
        return LIVE.live(system -> system instanceof LocalActorSystem own && own.shutdown.hasEnded());
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

    @Override
    public <M> Router<M> routerOf(Routing<? super M> routing, List<ActorRef<M>> routees) {
        return Routers.group(root, routing, routees);
    }

    @Override
    public ActorGroup spawnGroup(String name, Supervision supervision) {
        Objects.requireNonNull(supervision, "supervision");
        ActorOptions<Object> options = ActorOptions.defaults().name(name).childSupervision(supervision);
        return begin(root, new GroupCell(this, root, options));
    }

    @Override
    public <M> EventCell<M> spawn(Cell<?> parent, ActorOptions<? super M> options, ActorFactory<M> factory) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(factory, "factory");
        return begin(parent, new EventCell<M>(this, parent, options, factory));
    }

    @Override
    public <M> ActorRef<M> spawnBlocking(Cell<?> parent, ActorOptions<? super M> options, BlockingActor<M> actor) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(actor, "actor");
        return begin(parent, new BlockingCell<M>(this, parent, options, actor));
    }

    @Override
    public <T> T proxy(Cell<?> parent, ActorOptions<Object> options, Class<T> type, Supplier<? extends T> target) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(target, "target");
        ProxyFactory.check(Objects.requireNonNull(type, "type"));
        return ProxyFactory.newProxy(type, new CellTarget(spawn(parent, options, CellTarget.factory(type, target))));
    }

    @Override
    public <M> Router<M> spawnRouter(
            Cell<?> parent,
            ActorOptions<? super M> options,
            Routing<? super M> routing,
            int size,
            ActorFactory<M> routee) {
        return Routers.pool(parent, options, routing, size, routee);
    }

    // Stopping and watching

    @Override
    public void stop(ActorRef<?> actor) {
        Objects.requireNonNull(actor, "actor");
        cellOf(actor).sendSystem(new SystemMessage.Stop());
    }

    @Override
    public void stopGracefully(ActorRef<?> actor) {
        Objects.requireNonNull(actor, "actor");
        cellOf(actor).retire();
    }

    @Override
    public CompletableFuture<Void> whenStopped(ActorRef<?> actor) {
        Objects.requireNonNull(actor, "actor");
        Watched<?> target = watchedBehind(actor);
        if (target.isStopped()) {
            return CompletableFuture.completedFuture(null);
        }
        var watch = new StopFuture(target, completions());
        target.beginWatch(watch);
        return watch.future;
    }

    @Override
    public <T, M> Flow.Subscriber<T> subscriber(
            ActorRef<M> actor,
            Function<? super T, ? extends M> onNext,
            Supplier<? extends M> onComplete,
            Function<? super Throwable, ? extends M> onError) {
        Objects.requireNonNull(actor, "actor");
        return new ActorSubscriber<T, M>(this, actor, onNext, onComplete, onError);
    }

    @Override
    public <T, M> Flow.Publisher<T> publisher(
            ActorRef<M> actor,
            Function<? super Emitter<T>, ? extends M> onDemand,
            Function<? super Emitter<T>, ? extends M> onCancel) {
        Objects.requireNonNull(actor, "actor");
        return new ActorPublisher<T, M>(this, actor, onDemand, onCancel);
    }

    // Services

    @Override
    public EventStream events() {
        return events;
    }

    @Override
    public Receptionist receptionist() {
        return receptionist;
    }

    @Override
    public Supervision supervision() {
        return supervision;
    }

    @Override
    public DeadLetters deadLetters() {
        return deadLetters;
    }

    @Override
    public PendingAsks pendingAsks() {
        return pendingAsks;
    }

    @Override
    public CapacityWaits waits() {
        return waits;
    }

    @Override
    public @Nullable Cell<?> currentCell() {
        Optional<MessageStrand<?>> current = scheduler().currentStrand();
        return current.isPresent() && current.get().handler() instanceof Cell<?> cell
                ? cell
                : BlockingRun.currentIn(this);
    }

    // Looking

    @Override
    public ActorSnapshot snapshot() {
        Steps.before(StepKind.ACCESS, this);
        return Snapshots.of(root);
    }

    @Override
    public ActorSystemStats stats() {
        Steps.before(StepKind.ACCESS, this);
        return stats.take();
    }

    @Override
    public Optional<ActorDetails> details(String path) {
        Objects.requireNonNull(path, "path");
        Steps.before(StepKind.ACCESS, this);
        return details.of(path);
    }

    @Override
    public List<MailboxWait> mailboxWaits() {
        Steps.before(StepKind.ACCESS, this);
        return waits.all();
    }

    // The end

    @Override
    public ActorCloseReport close(Duration timeout) {
        return shutdown.close(Objects.requireNonNull(timeout, "timeout"));
    }

    @Override
    public void close() {
        ActorCloseReport report = close(closeTimeout);
        if (!report.isComplete()) {
            log(Level.WARNING, "actor system " + name() + " closed with work left: " + report);
        }
    }

    @Override
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        return shutdown.await(Objects.requireNonNull(timeout, "timeout"));
    }

    @Override
    public boolean isClosing() {
        Steps.before(StepKind.ACCESS, this);
        return shutdown.hasBegun();
    }

    @Override
    public CompletableFuture<@Nullable Void> termination() {
        return shutdown.termination();
    }

    @Override
    public boolean isEndedByScheduler() {
        return shutdown.isSchedulerEnded();
    }

    @Override
    public Leftovers leftovers() {
        return leftovers;
    }

    /** Logs how many dead letters and failures were held back; the last of the end. */
    void endLogs() {
        deadLetters.flush();
        endFailures();
    }

    boolean ownsScheduler() {
        return ownsScheduler;
    }

    @Override
    public String toString() {
        return "ActorSystem[" + name() + "]";
    }
}
