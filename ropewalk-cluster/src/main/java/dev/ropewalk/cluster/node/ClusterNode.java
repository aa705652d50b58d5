package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorGroup;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.base.Attempts;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.Removal;
import dev.ropewalk.cluster.Removal.Cause;
import dev.ropewalk.cluster.channel.ClusterChannels;
import dev.ropewalk.cluster.channel.PeerChannels;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.entity.ClusterEnd;
import dev.ropewalk.cluster.service.ClusterServices;
import dev.ropewalk.cluster.service.ClusterTopics;
import dev.ropewalk.scheduler.Timer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** This node: what its parts share, and what its engine tells it. */
final class ClusterNode implements EngineListener, OutletHost, HandOverHost {
    /** How long messages wait that can't leave. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Duration END_TIMEOUT = Duration.ofSeconds(1);

    private final ActorSystem system;
    private final ClusterOptions options;
    private final ClusterEnd end;
    private final SentRefs refs = new SentRefs(this);
    private final Drain drain = new Drain(this, new Held());
    private final Questions questions = new Questions(this::aside);
    private final HandOvers handOvers = new HandOvers(this);
    private final Readiness readiness = new Readiness(this, this::isLeaving, this::aside);
    private final ReliableSenders senders = new ReliableSenders();
    private final ClusterChannels channels =
            new ClusterChannels(new NodeChannels(this, this::self, loss -> losses().add(loss)), this::channelsTo);
    private final CodecRegistry codecs;
    private final ClusterServices services;
    private final ClusterTopics topics;
    private final Encoders encoders;
    private final Losses losses;
    private final ActorGroup outlets;
    private final NodeTimers timers;
    private final Engine engine;

    private final EarlyEvents early = new EarlyEvents();
    private final Map<String, RemoteRegion<?, ?>> regions = new ConcurrentHashMap<>();
    private final KnownNodes<Peer> nodes = new KnownNodes<>(other -> new Peer(this, other));
    private final CompletableFuture<@Nullable Void> up = new CompletableFuture<>();

    /** Why this node ends, from when it begins to; who says it first is right. */
    private final CompletableFuture<Removal> why = new CompletableFuture<>();

    private final CompletableFuture<Removal> removed = new CompletableFuture<>();

    /** The outlets that end when nothing is on its way to them any more. */
    private final Set<Outlet> ending = ConcurrentHashMap.newKeySet();

    /** Frames of nodes that aren't members any more, those that were malformed before included. */
    private final LongAdder refusedBefore = new LongAdder();

    private volatile boolean closing;
    private volatile boolean closed;
    private volatile boolean leaving;

    /**
     * Starts a node, which begins to join.
     *
     * @param end of its cluster, as users ask for it
     */
    ClusterNode(ActorSystem system, ClusterOptions options, EngineProvider provider, ClusterEnd end) {
        this.system = system;
        this.options = options;
        this.end = end;
        this.codecs = options.codecs().actorRefs(refs);
        this.services = new ClusterServices(system, codecs, refs::number);
        this.encoders = new Encoders(codecs);
        this.topics = new ClusterTopics(system, this::missed, codecs, encoders::encode, Envelope.TOPIC);
        this.losses = new Losses(options.onLoss(), this::aside);
        this.outlets = spawnOutlets(system);
        this.timers = new NodeTimers(system.scheduler(), this::setClosed);
        boolean isStarted = false;
        try {
            engine = provider.start(options, system.scheduler(), this);
            isStarted = true;
        } finally {
            if (!isStarted) {
                setClosed();
                system.stop(outlets.ref());
                end.await(system.whenStopped(outlets.ref()), "a node that couldn't start", END_TIMEOUT.toNanos());
            }
        }
        early.end();
        var ignored = system.whenStopped(outlets.ref()).thenRun(this::endWithoutLeaving);
    }

    private static ActorGroup spawnOutlets(ActorSystem system) {
        try {
            return system.spawnGroup("cluster-outlets", Supervision.always(Directive.RESUME));
        } catch (IllegalArgumentException present) {
            throw new IllegalStateException(
                    "the actor system " + system.name() + " is in a cluster already: it can be in one at a time",
                    present);
        }
    }

    /** The actor system has ended before its cluster: others must learn that nobody lives here any more. */
    private void endWithoutLeaving() {
        if (!removed.isDone()) {
            Attempts.all(this::sayGoodbye, () -> removed("its actor system was closed"));
        }
    }

    private void sayGoodbye() {
        var ignored = leaveNow(); // nobody waits for that
    }

    // Parts

    @Override
    public ActorSystem system() {
        return system;
    }

    ClusterOptions options() {
        return options;
    }

    CodecRegistry codecs() {
        return codecs;
    }

    @Override
    public Encoders encoders() {
        return encoders;
    }

    @Override
    public Questions questions() {
        return questions;
    }

    Losses losses() {
        return losses;
    }

    @Override
    public ActorGroup outlets() {
        return outlets;
    }

    Drain drain() {
        return drain;
    }

    HandOvers handOvers() {
        return handOvers;
    }

    Readiness readiness() {
        return readiness;
    }

    SentRefs refs() {
        return refs;
    }

    ClusterServices services() {
        return services;
    }

    ClusterTopics topics() {
        return topics;
    }

    ReliableSenders senders() {
        return senders;
    }

    ClusterChannels channels() {
        return channels;
    }

    private @Nullable PeerChannels channelsTo(Node other) {
        Peer peer = peer(other);
        return peer == null ? null : peer.channels();
    }

    @Override
    public Engine engine() {
        return engine;
    }

    @Override
    public Node self() {
        return engine.self();
    }

    @Override
    public Duration patience() {
        return PATIENCE;
    }

    // Types

    void host(RemoteRegion<?, ?> region) {
        regions.put(region.name(), region);
        peers().values().forEach(peer -> peer.types().tell(region));
        engine.host(region.name(), region.role());
        region.keepUp();
        readiness.begin(region.shown(), region::locateOne);
    }

    /** Ends a type that couldn't be hosted; completes when its name is free. */
    CompletableFuture<Void> forget(RemoteRegion<?, ?> region) {
        regions.remove(region.name(), region);
        int _ = region.stopAll();
        return region.whenStopped();
    }

    @Nullable
    RemoteRegion<?, ?> region(String type) {
        return regions.get(type);
    }

    Collection<RemoteRegion<?, ?>> regions() {
        return regions.values();
    }

    /** Returns the names of the types of users. */
    Set<String> typeNames() {
        return regions.keySet().stream().filter(KeyForm::isOfUsers).collect(Collectors.toSet());
    }

    /** Returns a type of users by its name; null if it isn't hosted here. */
    @Nullable
    EntityType<?, ?> typeNamed(String name) {
        RemoteRegion<?, ?> region = KeyForm.isOfUsers(name) ? regions.get(name) : null;
        return region == null ? null : region.type();
    }

    boolean knows(EntityType<?, ?> type) {
        RemoteRegion<?, ?> region = regions.get(type.name());
        return region != null && region.type().equals(type);
    }

    // Losses and the end

    /** A subscriber of this node has missed a message. */
    private void missed(String recipient, Object message) {
        losses.add(new MessageLoss(Optional.empty(), recipient, Optional.of(message), Reason.MAILBOX_FULL));
    }

    @Override
    public void lost(Outgoing message, Reason reason, Optional<Node> peer) {
        losses.add(message, reason, peer);
    }

    /** Runs what may be code of users, where it holds nothing up. */
    void aside(Runnable task) {
        ((CellSystem) system).runAside(task);
    }

    @Override
    public boolean isClosing() {
        return closing;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    /** Returns whether this node leaves, and no other owns shards of a type, or will: what has no place yet won't have one. */
    boolean isAlone(RemoteRegion<?, ?> region) {
        return closing && nodes.allLeaveBut(node -> node.equals(self()) || !mayOwn(node, region), region.role());
    }

    /** Returns whether a node that has the role for a type owns shards of it, or may for all that is known. */
    boolean mayOwn(Node node, RemoteRegion<?, ?> region) {
        Peer peer = peers().get(node); // null for this node, and for one that isn't met yet
        return peer == null || peer.mayOwn(region);
    }

    /** Has the other nodes asked whose types may not all be known. */
    void askForTypes() {
        peers().values().forEach(Peer::askForTypes);
    }

    @Override
    public void idle() {
        drain.look();
    }

    private void setClosed() {
        closing = true;
        closed = true;
    }

    /** Begins to leave: the shards of this node are to be elsewhere from now on. */
    CompletionStage<Void> leave(Duration within) {
        setLeaving();
        return engine.leave(within);
    }

    /** Leaves without waiting for anything; completes when the engine has ended. */
    CompletableFuture<Void> leaveNow() {
        setLeaving();
        return engine.leaveNow().toCompletableFuture();
    }

    private void setLeaving() {
        leaving = true;
        readiness.end("it leaves");
    }

    /** Returns whether this node leaves, or has ended. */
    boolean isLeaving() {
        return leaving || closed;
    }

    /** Has everything be lost from now on. */
    void close() {
        setClosed();
        nodes.close(); // no peer is made from now on
        Attempts.all(() -> forEachOutlet(Outlet::wake), () -> Attempts.each(peers().values(), this::end), senders::end);
    }

    private void end(Peer peer) {
        Attempts.all(
                peer::end,
                () -> handOvers.gone(peer.node()),
                () -> Attempts.each(regions.values(), region -> region.forEachRoute(route -> route.gone(peer))),
                senders::nodeGone);
    }

    /** Ends an outlet. */
    void end(Outlet outlet) {
        ending.add(outlet);
        var ignored = outlet.ended().whenComplete((nothing, failure) -> ending.remove(outlet));
        outlet.end();
    }

    /** Ends the outlets; completes when what waited there is lost, and told, and another node can have this one's place in the actor system. */
    CompletableFuture<?> endOutlets() {
        forEachOutlet(this::end);
        return CompletableFuture.allOf(ending.stream().map(Outlet::ended).toArray(CompletableFuture<?>[]::new))
                .handle((nothing, failure) -> outlets.ref())
                .thenCompose(group -> {
                    system.stop(group);
                    return system.whenStopped(group);
                });
    }

    private void forEachOutlet(Consumer<Outlet> action) {
        Attempts.all(
                () -> Attempts.each(regions.values(), region -> region.forEachRoute(action)),
                () -> Attempts.each(peers().values(), peer -> action.accept(peer.actors())));
    }

    /** Runs something soon, one after another; never, and returns false, if the scheduler is closed. */
    @Override
    public boolean soon(Runnable task) {
        return timers.soon(task);
    }

    /** Runs something later; never, and returns null, if the scheduler is closed by then. */
    @Override
    public @Nullable Timer later(Runnable task, Duration delay) {
        return timers.later(task, delay);
    }

    private final class Held implements Drain.Held {
        @Override
        public boolean isBusy() {
            var isBusy = new AtomicBoolean(refs.hasQuestions() || channels.isBusy());
            forEachOutlet(outlet -> isBusy.compareAndSet(false, outlet.isBusy()));
            return isBusy.get();
        }

        @Override
        public Map<Node, Long> sent() {
            return peers().values().stream()
                    .collect(Collectors.toMap(
                            Peer::node, peer -> peer.link.stats().sent()));
        }

        @Override
        public CompletableFuture<?> allReceived() {
            return CompletableFuture.allOf(
                    peers().values().stream().map(Peer::allReceived).toArray(CompletableFuture<?>[]::new));
        }
    }

    // Members

    /** Returns another node; null if it is no member any more. */
    @Nullable
    Peer peer(Node node) {
        Peer known = peers().get(node);
        return known == null ? newPeer(node) : known;
    }

    private @Nullable Peer newPeer(Node node) {
        Peer peer = closed ? null : nodes.add(node);
        if (peer != null) {
            regions.values()
                    .forEach(
                            peer.types()::tell); // once more, for those hosted since it was made; it is among the peers
            // now, which are told of later ones
        }
        if (peer != null && !isMember(node)) {
            later(() -> forgetStranger(peer), PATIENCE);
        }
        return peer;
    }

    /** A node that a ref has named, and that is silent and hasn't become a member since, won't: it was one before this node was. */
    private void forgetStranger(Peer peer) {
        if (peer.isAlive() && !peer.isGone() && !isMember(peer.node())) {
            later(() -> forgetStranger(peer), PATIENCE);
        } else if (nodes.removeStranger(peer.node(), peer)) {
            endKnown(peer);
        }
    }

    @Override
    public List<Member> membersNow() {
        return nodes.members();
    }

    @Override
    public boolean hasToldLeaving(Node other) {
        Peer peer = peers().get(other); // null for this node, and for one that isn't met yet
        return peer != null && peer.isLeaving();
    }

    /** Returns whether a node is a member, as far as this one knows. */
    boolean isMember(Node node) {
        return nodes.isMember(node);
    }

    @Override
    public boolean control(Node to, byte[] record) {
        Peer peer = peer(to);
        return peer != null && !peer.isGone() && peer.link.control(record);
    }

    @Override
    public void lostStates(String type, List<ByteBuffer> keys) {
        losses.addAside(
                Reason.HAND_OVER,
                keys.size(),
                () -> keys.stream()
                        .map(key -> handOverLoss("/" + type + "/" + textOf(key), Optional.empty()))
                        .toList());
    }

    private String textOf(ByteBuffer key) {
        try {
            return codecs.decode(key.duplicate(), Object.class).toString();
        } catch (Throwable ofUser) { // the others are to be told
            return "?";
        }
    }

    @Override
    public void lostState(String path, Object state) {
        losses.addAside(Reason.HAND_OVER, 1, () -> List.of(handOverLoss(path, Optional.of(state))));
    }

    private MessageLoss handOverLoss(String path, Optional<Object> state) {
        return new MessageLoss(Optional.empty(), "/" + system.name() + path, state, Reason.HAND_OVER);
    }

    @Override
    public Duration handOffTimeout() {
        return options.handOffTimeout();
    }

    @Override
    public long nanoTime() {
        return system.scheduler().nanoTime();
    }

    Map<Node, Peer> peers() {
        return nodes.peers();
    }

    /** Completes when this node is up. */
    CompletableFuture<@Nullable Void> up() {
        return up;
    }

    /** Completes when this node is no member any more, with why. */
    CompletableFuture<Removal> removal() {
        return removed;
    }

    @Override
    public void members(List<Member> now) {
        if (early.keep(() -> members(now))) {
            return;
        }
        List<Node> left = nodes.members(now);
        try {
            Attempts.all(
                    () -> Attempts.each(left, this::forget), () -> Attempts.each(now, this::meet), this::wakeIfAlone);
        } finally {
            regions.values().forEach(RemoteRegion::keepUp);
        }
    }

    private void meet(Member member) {
        if (!member.node().equals(self())) {
            Peer ignored = peer(member.node()); // it is told what there is here
        } else if (member.status() == MemberStatus.UP) {
            up.complete(null);
        }
    }

    private void wakeIfAlone() {
        if (closing) {
            takeLeave();
        }
    }

    /** Tells the others that this node owns nothing any more, and has all look which of them may, for what waits. */
    private void takeLeave() {
        if (closed) {
            lookForHosts();
        } else {
            Attempts.all(this::tellLeaving, this::askForTypes, this::lookForHosts);
        }
    }

    private void tellLeaving() {
        Attempts.each(peers().values(), Peer::tellLeaving);
    }

    private void tellLeavingIfPossible() {
        try {
            tellLeaving();
        } catch (OutOfMemoryError | StackOverflowError untold) {
            return; // it is told again when this node drains, which must not be left out
        }
    }

    /** Another node has told what it may own. */
    void lookForHosts() {
        if (closing) {
            forEachOutlet(Outlet::wake);
        }
    }

    private void forget(Node node) {
        Peer peer = nodes.remove(node);
        if (peer != null) {
            endKnown(peer);
        }
    }

    /** Ends one that isn't known any more. */
    private void endKnown(Peer peer) {
        refusedBefore.add(peer.link.droppedFrames());
        end(peer);
    }

    @Override
    public void received(Node from, byte[] frame) {
        if (early.keep(() -> received(from, frame))) {
            return;
        }
        Peer peer = peer(from);
        if (peer != null) {
            peer.received(frame);
        } else if (!closed) {
            refusedBefore.increment();
        }
    }

    /** Returns how many frames this node has refused. */
    long refusedFrames() {
        return engine.refusedFrames()
                + refusedBefore.sum()
                + peers().values().stream()
                        .mapToLong(peer -> peer.link.droppedFrames())
                        .sum();
    }

    // Shards

    @Override
    public void shardAssigned(String type, int shard) {
        RemoteRegion<?, ?> region = regions.get(type);
        if (region != null) {
            region.route(shard).assigned();
        }
    }

    @Override
    public CompletionStage<Void> shardRevoked(String type, int shard) {
        RemoteRegion<?, ?> region = regions.get(type);
        return region == null
                ? CompletableFuture.completedFuture(null)
                : region.route(shard).revoked();
    }

    /** Tells all other members that a shard has left this node; completes when nothing is on its way to it here. */
    CompletableFuture<Void> tellMoved(String type, int shard) {
        return CompletableFuture.allOf(nodes.reachableBut(self())
                .map(this::peer)
                .filter(Objects::nonNull)
                .map(peer -> peer.tellMoved(type, shard))
                .toArray(CompletableFuture<?>[]::new));
    }

    @Override
    public CompletionStage<Void> shardsLeft() {
        tellLeavingIfPossible(); // or nodes that leave together would wait for each other to ask for states
        return handOvers
                .whenHandedOver()
                .thenCompose(nothing -> beginDrain()); // by which others have what was handed over
    }

    private CompletableFuture<Void> beginDrain() {
        return drain.begin(() -> {
            closing = true;
            Attempts.all(services::leave, topics::leave, channels::leave, this::takeLeave);
        });
    }

    @Override
    public void removed(String reason) {
        if (early.keep(() -> removed(reason))) {
            return;
        }
        boolean isPlanned = end.hasBegun() || system.isClosing();
        why.complete(new Removal(isPlanned ? Cause.CLOSED : Cause.REMOVED, reason));
        setClosed();
        try {
            Attempts.each(regions.values(), RemoteRegion::stopAll);
        } finally {
            Attempts.all(
                    handOvers::end,
                    () -> readiness.end(reason),
                    () -> channels.end(reason),
                    this::close,
                    () -> questions.end(self() + " gets no answer any more: " + reason),
                    () -> removed.complete(why.join()),
                    () -> up.complete(null)); // whoever waits to join sees that it was removed
        }
    }

    @Override
    public String toString() {
        return "the node " + self() + " of cluster '" + options.name() + "'";
    }
}
