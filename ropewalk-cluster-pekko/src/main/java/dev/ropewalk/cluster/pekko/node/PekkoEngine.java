package dev.ropewalk.cluster.pekko.node;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.pekko.join.JoinReport;
import dev.ropewalk.cluster.pekko.join.Joiner;
import dev.ropewalk.cluster.pekko.log.EngineLogger;
import dev.ropewalk.cluster.pekko.settings.Hosts;
import dev.ropewalk.cluster.pekko.settings.PekkoVersion;
import dev.ropewalk.cluster.pekko.settings.Settings;
import dev.ropewalk.cluster.pekko.shard.Shards;
import dev.ropewalk.cluster.pekko.tls.Certificates;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.Done;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.MemberStatus.Removed$;
import org.apache.pekko.remote.RemoteTransportException;
import org.apache.pekko.remote.artery.tcp.SSLEngineProviderSetup;
import scala.concurrent.Await;
import scala.concurrent.Awaitable;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;

/** A node on Pekko: an actor system named after the cluster, with an actor for the members and one for frames. */
public final class PekkoEngine implements Engine {
    private static final Duration END_OF_CONNECTIONS = Duration.ofSeconds(2);

    /** How long a node that leaves at once has to tell others so. */
    private static final Duration TELLING = Duration.ofSeconds(1);

    /** How long the end of a node that couldn't start is waited for. */
    private static final FiniteDuration END_OF_START = FiniteDuration.apply(20, TimeUnit.SECONDS);

    private static final CoordinatedShutdown.Reason LEAVE = new Leave();

    private final ActorSystem system;
    private final Node self;
    private final Peers peers;
    private final Refusals refusals;
    private final Shards shards;
    private final ActorRef receiver;
    private final ActorRef members;
    private final JoinReport joinReport = new JoinReport();
    private final AtomicReference<Way> way = new AtomicReference<>(Way.STAYS);

    /** Completes with the actor system. Stages that are made of Scala's futures need a thread of the JVM's common pool, all of which may wait for this. */
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** Why a node ends by itself. */
    private static final class Leave implements CoordinatedShutdown.Reason {
        @Override
        public String toString() {
            return "the node leaves";
        }
    }

    private PekkoEngine(ActorSystem system, ClusterOptions options, EngineListener listener) {
        this.system = system;
        system.whenTerminated()
                .onComplete(terminated -> ended.complete(null), ExecutionContext.fromExecutor(Runnable::run));
        self = Hosts.node(Cluster.get(system).selfUniqueAddress());
        peers = new Peers(system, self);
        refusals = new Refusals(self);
        shards = new Shards(system, self, listener, options.shards(), Settings.atMostADay(options.handOffTimeout()));
        receiver = system.actorOf(
                Props.create(FramesActor.class, () -> new FramesActor(self, peers, refusals, listener))
                        .withDispatcher(Settings.FRAMES_DISPATCHER),
                Peers.RECEIVER);
        members = system.actorOf(
                Props.create(
                        MembersActor.class,
                        () -> new MembersActor(options, self, peers, listener, way::get, this::endAfterRemoval)),
                "members");
    }

    /**
     * Starts a node, which begins to join.
     *
     * @throws IllegalArgumentException if it can't have its address, or the certificates don't fit
     * @throws IllegalStateException if another version of Pekko is on the class path
     */
    public static PekkoEngine start(ClusterOptions options, EngineListener listener) {
        PekkoVersion.check();
        Hosts.check(options);
        Optional<Certificates> certificates = options.tls().map(Certificates::new);
        return Uninterrupted.get(options.name() + "-start", () -> start(options, certificates, listener));
    }

    private static PekkoEngine start(
            ClusterOptions options, Optional<Certificates> certificates, EngineListener listener) {
        ActorSystem system = createSystem(options, certificates);
        Runnable stop = system::terminate;
        boolean isStarted = false;
        try {
            var engine = new PekkoEngine(system, options, listener);
            stop = engine::stop;
            engine.sendRestBeforeLeaving(listener);
            engine.join(options, certificates);
            isStarted = true;
            return engine;
        } finally {
            if (!isStarted) {
                stop.run();
                awaitEnd(system);
            }
        }
    }

    /** Waits until the address of a node that couldn't start is free, so that another one can be started there. */
    private static void awaitEnd(ActorSystem system) {
        try {
            Awaitable<?> ignored = Await.ready(system.whenTerminated(), END_OF_START);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException late) {
            EngineLogger.LOG.log(
                    Level.WARNING,
                    "cluster " + system.name() + ": a node that couldn't start hasn't ended within " + END_OF_START);
        }
    }

    /** Creates the actor system, which has its address then. The address may be taken since it was checked. */
    static ActorSystem createSystem(ClusterOptions options, Optional<Certificates> certificates) {
        ClassLoader loader = PekkoEngine.class.getClassLoader();
        ActorSystemSetup setup = ActorSystemSetup.create(BootstrapSetup.create(
                Optional.of(loader), Optional.of(Settings.of(options, loader)), Optional.empty()));
        if (certificates.isPresent()) {
            setup = setup.withSetup(SSLEngineProviderSetup.create(system -> certificates.get()));
        }
        try {
            return ActorSystem.create(options.name(), setup);
        } catch (RemoteTransportException e) {
            throw Hosts.unusable(options, e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) { // Scala throws checked ones without saying so
            throw new IllegalStateException(
                    "a node of the cluster '" + options.name() + "' can't start: " + e.getMessage(), e);
        }
    }

    /** Has the listener send what is left when this node leaves and its shards have gone. */
    private void sendRestBeforeLeaving(EngineListener listener) {
        CoordinatedShutdown.get(system)
                .addTask(
                        Settings.SEND_THE_REST,
                        "ropewalk",
                        () -> listener.shardsLeft().thenApply(nothing -> Done.getInstance()));
        CoordinatedShutdown.get(system).addTask(CoordinatedShutdown.PhaseClusterExiting(), "ropewalk", () -> {
            shards.haveLeft();
            return CompletableFuture.completedFuture(Done.getInstance());
        });
    }

    private void join(ClusterOptions options, Optional<Certificates> certificates) {
        ActorRef ignored = system.actorOf(
                Joiner.props(
                        options,
                        self,
                        certificates.map(Certificates::context),
                        joinReport,
                        () -> way.get() != Way.STAYS,
                        reason -> members.tell(new MembersActor.Refused(reason), ActorRef.noSender())),
                Joiner.NAME);
    }

    @Override
    public String joinReport() {
        return joinReport.text();
    }

    @Override
    public Node self() {
        return self;
    }

    @Override
    public boolean send(Node to, byte[] frame) {
        return peers.send(Objects.requireNonNull(to, "to"), Objects.requireNonNull(frame, "frame"), receiver);
    }

    @Override
    public long refusedFrames() {
        return refusals.stale() + refusals.strangers();
    }

    @Override
    public void host(String type, Optional<String> role) {
        shards.host(Objects.requireNonNull(type, "type"), Objects.requireNonNull(role, "role"));
    }

    @Override
    public CompletionStage<Node> locate(String type, int shard) {
        return shards.locate(Objects.requireNonNull(type, "type"), shard);
    }

    @Override
    public CompletionStage<Void> leave(Duration within) {
        Objects.requireNonNull(within, "within");
        way.compareAndSet(Way.STAYS, Way.LEAVES);
        boolean isDeparting = false;
        try {
            shards.leave(within).whenComplete((left, failure) -> endMembership());
            isDeparting = true;
        } finally {
            if (!isDeparting) { // for want of memory: its shards leave all at once
                endMembership();
            }
        }
        return whenEnded();
    }

    private void endMembership() {
        CoordinatedShutdown.get(system).runAll(LEAVE);
    }

    @Override
    public CompletionStage<Void> leaveNow() {
        way.set(Way.LEAVES_NOW);
        Cluster cluster = Cluster.get(system);
        if (cluster.selfMember().status() instanceof Removed$) {
            stop();
        } else {
            cluster.down(cluster.selfAddress());
            cluster.registerOnMemberRemoved(this::stop);
            later(TELLING, this::stop);
        }
        return whenEnded();
    }

    @Override
    public void stop() {
        way.compareAndSet(Way.STAYS, Way.STOPS);
        system.terminate();
    }

    private void later(Duration delay, Runnable task) {
        try {
            Cancellable ignored = system.scheduler().scheduleOnce(delay, task, system.dispatcher());
        } catch (IllegalStateException ended) {
            task.run();
        }
    }

    /** This node is no member any more. A node that leaves ends its actor system by itself. */
    private void endAfterRemoval() {
        if (way.get() == Way.STAYS || way.get() == Way.STOPS) {
            stop();
        }
        system.scheduler().scheduleOnce(END_OF_CONNECTIONS, this::cutConnections, system.dispatcher());
    }

    /**
     * Ends what connections are left. Pekko waits for their ends before it ends the actor system, and one with TLS may wait for an end of the other side
     * that doesn't come.
     */
    private void cutConnections() {
        system.actorSelection("/system/Materializers/*").tell(PoisonPill.getInstance(), ActorRef.noSender());
    }

    /** Returns what completes when the node has ended, however. */
    CompletionStage<Void> whenEnded() {
        return ended.copy();
    }

    ActorSystem system() {
        return system;
    }

    Refusals refusals() {
        return refusals;
    }

    @Override
    public String toString() {
        return "node " + self + " of cluster " + system.name();
    }
}
