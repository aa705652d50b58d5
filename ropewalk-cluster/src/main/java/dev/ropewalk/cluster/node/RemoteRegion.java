package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.base.Attempts;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityFactory;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityStats;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.TypeStats;
import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.entity.EntityRegion;
import dev.ropewalk.cluster.entity.EntityShard;
import dev.ropewalk.cluster.link.Credit;
import dev.ropewalk.cluster.reliable.ReliableSender;
import dev.ropewalk.cluster.reliable.Stamp;
import dev.ropewalk.cluster.reliable.Unreadable;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The entities of a type in a cluster: those that live here, and the ways to the others.
 *
 * @param <K> the type of the keys
 * @param <M> the type of the messages
 */
final class RemoteRegion<K, M> implements Entities<K, M>, PeerTypes.Hosted {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", RemoteRegion.class);
    private static final int KEYS_SHOWN = 10;

    private final ClusterNode node;
    private final KeyForm<K> keys;
    private final MessageForm<M> messages;
    private final EntityRegion<K, M> region;
    private final EntityOptions<? super M> options;
    private final List<ShardRoute<K, M>> routes = new ArrayList<>();
    private final LongAdder assigned = new LongAdder();
    private final LongAdder handedOver = new LongAdder();
    private final LimitedLog noHost;

    /** See to it that shards have owners whose entities begin by themselves, by their numbers. */
    private final Map<Integer, Upkeep> upkeeps = new HashMap<>();

    /**
     * Begins to host a type.
     *
     * @throws IllegalArgumentException if its keys or messages can't be sent, or the system has an actor of that name at the top
     */
    RemoteRegion(
            ClusterNode node, EntityType<K, M> type, EntityOptions<? super M> options, EntityFactory<K, M> factory) {
        this(node, KeyForm.of(type, node.codecs(), node.encoders()), type, options, factory);
    }

    RemoteRegion(
            ClusterNode node,
            KeyForm<K> keys,
            EntityType<K, M> type,
            EntityOptions<? super M> options,
            EntityFactory<K, M> factory) {
        this.node = node;
        this.keys = keys;
        if (keys.only() == null) {
            requireRegistered(type, "keys", type.keyType());
            requireOneForm(type);
        }
        this.messages = MessageForm.of(type, node.codecs(), factory);
        if (!messages.isInterface()) {
            requireRegistered(type, "messages", type.messageType());
        }
        node.peers().values().forEach(peer -> peer.types().check(keys.name(), shown(keys, type), options.role()));
        options.handOver().ifPresent(state -> requireRegistered(type, "states that are handed over", state));
        for (int shard = 0; shard < node.options().shards(); shard++) {
            routes.add(new ShardRoute<>(node, this, shard));
        }
        this.options = options;
        this.noHost = new LimitedLog(
                LOG, "nodes for " + shown(keys, type), node.system().scheduler()::nanoTime);
        this.region = new EntityRegion<>(
                node.system(), type, isHostedHere() ? options : options.passivateIdle(false), factory, this::entity);
        if (keys.only() != null) {
            addUpkeep(shardOf(keys.only()));
        } else if (options.isRemembered() && isHostedHere()) {
            routes.forEach(route -> addUpkeep(route.shard()));
        }
    }

    private void addUpkeep(int shard) {
        upkeeps.put(
                shard, new Upkeep(node, () -> node.engine().locate(name(), shard), node::isMember, node::isLeaving));
    }

    /** Asks the engine for the owner of a shard, that of a singleton if this is one. */
    CompletionStage<Node> locateOne() {
        K only = keys.only();
        return node.engine().locate(name(), only == null ? 0 : shardOf(only));
    }

    // Entities that begin by themselves

    /** The members may have changed: a singleton may be nowhere, or remembered entities. */
    void keepUp() {
        for (Upkeep upkeep : upkeeps.values()) {
            upkeep.begin();
        }
    }

    /** A shard has left this node: what lives there must begin elsewhere. */
    void keepUp(int shard) {
        Upkeep upkeep = upkeeps.get(shard);
        if (upkeep != null) {
            upkeep.begin();
        }
    }

    /** This node owns a shard from now on. */
    void assigned(EntityShard<K, M> entities) {
        K only = keys.only();
        if (only != null) {
            region.start(only);
        }
        entities.beginRemembered();
    }

    /** Returns the ref of a singleton. */
    EntityRef<K, M> only() {
        return entity(Objects.requireNonNull(keys.only()));
    }

    private void requireRegistered(EntityType<?, ?> of, String what, Class<?> type) {
        if (!node.codecs().isRegistered(type)) {
            throw new IllegalArgumentException("the " + what + " of '" + of.name() + "' are of " + type.getName()
                    + ", which the cluster's codecs don't know: register it, or all that it permits if it is sealed");
        }
    }

    private void requireOneForm(EntityType<?, ?> of) {
        if (!node.codecs().hasOneForm(of.keyType())) {
            throw new IllegalArgumentException(
                    "the keys of '" + of.name() + "' are of " + of.keyType().getName()
                            + ", in which there is a set, a map, an array or a ref: equal ones may have different bytes, and so different entities");
        }
    }

    // Sending

    @Override
    public EntityRef<K, M> entity(K key) {
        region.check(key);
        byte[] bytes = keys.write().apply(key);
        return new RoutedEntityRef<>(this, routes.get(shardOf(ByteBuffer.wrap(bytes))), key, bytes);
    }

    private int shardOf(K key) {
        return shardOf(ByteBuffer.wrap(keys.write().apply(key)));
    }

    /** Returns the shard of a key: all nodes of all versions must agree, so it depends on the bytes alone. */
    private int shardOf(ByteBuffer key) {
        int hash = 0x811C9DC5; // FNV-1a, and a mix of its bits
        for (int i = key.position(); i < key.limit(); i++) {
            hash = (hash ^ key.get(i)) * 0x01000193;
        }
        hash ^= hash >>> 16;
        hash *= 0x85EBCA6B;
        hash ^= hash >>> 13;
        return Integer.remainderUnsigned(hash, routes.size());
    }

    /** Returns the way to a shard. */
    ShardRoute<K, M> route(int shard) {
        if (shard < 0 || shard >= routes.size()) {
            throw new IllegalArgumentException("there is no shard " + shard + " of " + type().name());
        }
        return routes.get(shard);
    }

    void forEachRoute(Consumer<? super ShardRoute<K, M>> action) {
        Attempts.each(routes, action);
    }

    /**
     * Hands a message of this node to its entity here.
     *
     * @return completes when the entity takes it up, or never will; null if the shard is closed
     */
    @Nullable
    CompletableFuture<?> deliver(EntityShard<K, M> entities, Outgoing outgoing) {
        K key = Objects.requireNonNull(type().keyType().cast(outgoing.key));
        if (outgoing instanceof ReliableOutgoing reliable) {
            return deliver(entities, key, reliable);
        }
        M message;
        try {
            message = outgoing.message == null
                    ? messages.read(behindHead(outgoing.bytes))
                    : messages.cast(outgoing.message);
        } catch (MalformedFrameException unreadable) {
            node.lost(outgoing, Reason.MALFORMED);
            return CompletableFuture.completedFuture(null);
        }
        if (outgoing.answer != null) {
            return entities.ask(key, message, outgoing.answer) ? CompletableFuture.completedFuture(null) : null;
        }
        try {
            return entities.tellFollowed(key, message);
        } catch (MailboxFullException full) {
            node.lost(outgoing, Reason.MAILBOX_FULL);
            return CompletableFuture.completedFuture(null);
        }
    }

    private @Nullable CompletableFuture<?> deliver(EntityShard<K, M> entities, K key, ReliableOutgoing outgoing) {
        var taken = new CompletableFuture<@Nullable Void>();
        M message = null;
        Unreadable unreadable = null;
        try {
            if (outgoing.message != null) {
                message = messages.cast(outgoing.message);
            } else if (!outgoing.stamp.isEmpty()) {
                ByteBuffer from = behindHead(outgoing.bytes);
                message = messages.read(from.position(from.position() + Long.BYTES + Stamp.BYTES));
            }
        } catch (VirtualMachineError passing) {
            throw passing;
        } catch (MalformedFrameException
                | Error lasting) { // a codec, or the constructor of a record, would throw that for ever
            unreadable = new Unreadable(
                    lasting, () -> node.losses().add(outgoing.lost(Optional.empty(), Drops.reasonOf(lasting))));
        }
        boolean isSent = entities.tellReliably(
                key, message, outgoing.stamp, outgoing.sender.origin(), unreadable, () -> taken.complete(null));
        return isSent ? taken : null;
    }

    private static ByteBuffer behindHead(byte[] whole) {
        ByteBuffer from = ByteBuffer.wrap(whole);
        Envelope.readKind(from);
        Envelope.readPart(from);
        Envelope.readPart(from);
        return from;
    }

    // What comes from other nodes

    /**
     * A message has come.
     *
     * @param whole with what stands before it
     * @return whether its credit is given back later
     */
    boolean received(Peer peer, ByteBuffer key, ByteBuffer message, ByteBuffer whole, Credit credit) {
        ShardRoute<K, M> route = routes.get(shardOf(key));
        EntityShard<K, M> entities = route.here();
        if (entities == null || peer.isBouncing(route)) {
            return peer.bounce(route, whole, credit);
        }
        K k = keys.read().apply(key);
        M m = messages.read(message);
        String path = path(k); // before the entity has the message: code of users may throw, or memory run out
        CompletableFuture<?> answer = peer.drops().answerOf(whole, path);
        CompletableFuture<?> taken;
        try {
            taken = answer == null ? entities.tellFollowed(k, m) : entities.askFollowed(k, m, answer);
        } catch (MailboxFullException full) {
            peer.drops().add(whole, path, m, Reason.MAILBOX_FULL);
            return false;
        }
        if (taken == null && entities.equals(route.here())) {
            peer.drops().add(whole, path, m, Reason.STOPPED); // somebody has stopped the entities
            return false;
        }
        if (taken == null) {
            return peer.bounce(route, whole, credit);
        }
        peer.drops().follow(taken, path, m, credit);
        return true;
    }

    /**
     * A message has come whose sender waits until it was handled.
     *
     * @return whether its credit is given back later
     */
    boolean received(Peer peer, Peer.Reliably reliably, Credit credit) {
        ShardRoute<K, M> route = routes.get(shardOf(reliably.key()));
        EntityShard<K, M> entities = route.here();
        if (entities == null || peer.isBouncing(route)) {
            return peer.bounce(route, reliably.whole(), credit);
        }
        Stamp stamp = reliably.stamp();
        K k = keys.read().apply(reliably.key());
        M m = null;
        Unreadable unreadable = null;
        try {
            m = stamp.isEmpty() ? null : messages.read(reliably.message());
        } catch (VirtualMachineError passing) {
            throw passing;
        } catch (MalformedFrameException
                | Error lasting) { // a codec, or the constructor of a record, would throw that for ever
            String path = path(k);
            unreadable = new Unreadable(lasting, () -> peer.unreadable(path, lasting));
        }
        route.hearReliably();
        if (entities.tellReliably(k, m, stamp, reliably.sender(), unreadable, credit::giveBack)) {
            return true;
        }
        if (entities.equals(route.here())) {
            reliably.sender().again(stamp.round(), 0); // somebody has stopped the entities
            return false;
        }
        return peer.bounce(route, reliably.whole(), credit);
    }

    /** A message that this node has sent has come back. It is lost if its key can't be read here. */
    void cameBack(Peer peer, ByteBuffer key, ByteBuffer whole) {
        ShardRoute<K, M> route = routes.get(shardOf(key));
        CompletableFuture<?> answer = node.questions().answer(Envelope.questionOf(whole));
        Outgoing message;
        try {
            K k = keys.read().apply(key);
            message = new Outgoing(path(k), null, k, copy(whole), answer);
        } catch (Throwable unreadable) { // or it has no text
            var lost = new Outgoing(region.path() + "/?", null, null, copy(whole), answer);
            node.lost(lost, Drops.reasonOf(unreadable), Optional.of(peer.node()));
            throw unreadable;
        }
        route.cameBack(peer, message);
    }

    /** A message that this node has sent has come back, whose sender waits until it was handled. */
    void cameBack(Peer peer, ByteBuffer key, ByteBuffer whole, ReliableSender<?, ?> sender, Stamp stamp) {
        ShardRoute<K, M> route = routes.get(shardOf(key));
        K k = keys.read().apply(key);
        route.cameBack(peer, new ReliableOutgoing(path(k), null, k, copy(whole), sender, stamp));
    }

    private static byte[] copy(ByteBuffer whole) {
        byte[] bytes = new byte[whole.remaining()];
        whole.get(whole.position(), bytes);
        return bytes;
    }

    @Override
    public String pathOf(ByteBuffer key) {
        try {
            return path(keys.read().apply(key));
        } catch (Throwable ofUser) { // whoever calls this has the failure that counts
            return region.path() + "/?";
        }
    }

    String path(K key) {
        return region.path() + "/" + key;
    }

    // Owning

    /** Begins to own a shard. Its entities begin when the states have come that others have handed over. */
    EntityShard<K, M> open(int shard) {
        return options.handOver()
                .map(stateType -> open(shard, stateType))
                .orElseGet(() -> region.open(shard, key -> shardOf(key) == shard, null));
    }

    private EntityShard<K, M> open(int shard, Class<?> stateType) {
        var estate = new ShardEstate<>(
                node.handOvers(), node.encoders(), node.codecs(), type(), shard, stateType, options.handOverBytes());
        EntityShard<K, M> opened = region.open(shard, key -> shardOf(key) == shard, estate);
        node.handOvers().find(estate);
        return opened;
    }

    /** Ends the entities of a shard; completes when they have stopped. */
    CompletableFuture<Void> close(EntityShard<K, M> entities) {
        Duration limit = node.options().handOffTimeout(); // the engine waits no longer than that
        CompletableFuture<Void> end = entities.closeForMove();
        if (!end.isDone()) {
            node.later(entities::stopAll, limit.dividedBy(4).multipliedBy(3));
            node.later(entities::passWhatIsLeft, limit.dividedBy(8).multipliedBy(7));
            node.later(entities::passNoMore, limit);
            node.later(() -> overdue(entities, limit), limit);
        }
        return end.whenComplete((nothing, failure) -> region.forget(entities));
    }

    /** The engine waits no longer: others of these entities begin. */
    private void overdue(EntityShard<K, M> entities, Duration limit) {
        if (entities.isRemembering()) {
            entities.giveUpMemory();
            LOG.log(
                    Level.WARNING,
                    () -> node + ": the store of the keys of '" + name()
                            + "' hasn't answered calls of a shard that moves within " + limit
                            + ". What it does late may undo what the next owner has it do",
                    null);
        }
        if (entities.active() > 0) {
            LOG.log(
                    Level.WARNING,
                    () -> node + ": entities of '" + name() + "' that are to move haven't ended within " + limit
                            + ", and others of their keys may begin beside them: "
                            + entities.keys().stream().limit(KEYS_SHOWN).toList(),
                    null);
        }
    }

    /** As {@link #stopAll}, where others begin elsewhere: tells that what these could have handed over is lost. */
    int abandonAll() {
        long abandoned = node.handOvers().hasOtherHeirs() ? region.abandon() : 0;
        if (abandoned > 0) {
            node.handOvers().abandoned(type().name(), abandoned);
        }
        return stopAll();
    }

    /** Stops all entities at once; returns how many those were. */
    int stopAll() {
        routes.forEach(ShardRoute::giveUp);
        return region.stopAll();
    }

    /** Completes when the parent of the entities has stopped, so that its name is free. */
    CompletableFuture<Void> whenStopped() {
        return region.whenStopped();
    }

    // Roles

    /** Returns which nodes own shards: those that have this role, all if it is empty. */
    @Override
    public Optional<String> role() {
        return options.role();
    }

    private boolean isHostedHere() {
        return role().map(node.options().roles()::contains).orElse(true);
    }

    private boolean mayBeHostedBy(Member member) {
        return member.status() == MemberStatus.UP
                && role().map(member.roles()::contains).orElse(true);
    }

    /** Returns whether a node is up that owns shards, or may for all that is known. */
    boolean hasHost() {
        return node.membersNow().stream().anyMatch(member -> mayBeHostedBy(member) && node.mayOwn(member.node(), this));
    }

    /** A shard has no owner: says so if there can't be any. */
    void warnIfNoHost() {
        if (role().isEmpty()) {
            return; // this node is a host
        }
        List<Node> able = node.membersNow().stream()
                .filter(this::mayBeHostedBy)
                .map(Member::node)
                .toList();
        node.askForTypes();
        if (able.stream().noneMatch(host -> node.mayOwn(host, this))) {
            noHost.log(
                    Level.WARNING,
                    () -> "no node is up that has the role '" + role().orElse("") + "' for " + shown()
                            + (able.isEmpty() ? "" : " and hosts them, but " + able + " have the role")
                            + ": messages wait " + node.patience() + ", and are lost then");
        }
    }

    // Looking

    /** Returns what nodes call the type. */
    @Override
    public String name() {
        return keys.name();
    }

    /** Returns what users call it. */
    @Override
    public String shown() {
        return shown(keys, type());
    }

    private static String shown(KeyForm<?> keys, EntityType<?, ?> type) {
        return keys.only() == null ? "entities of '" + type.name() + "'" : "singleton '" + keys.only() + "'";
    }

    @Override
    public EntityType<K, M> type() {
        return region.type();
    }

    @Override
    public CompletableFuture<Void> passivate(K key) {
        return region.passivate(key);
    }

    @Override
    public Set<K> activeKeys() {
        return region.activeKeys();
    }

    @Override
    public EntityStats stats() {
        return region.stats();
    }

    /** Returns what was counted of the type, and which shards are where. */
    TypeStats typeStats() {
        Map<Node, Integer> shards = new HashMap<>();
        for (ShardRoute<K, M> route : routes) {
            Node place = route.place();
            if (place != null) {
                shards.merge(place, 1, Integer::sum);
            }
        }
        return new TypeStats(stats(), shards, assigned.sum(), handedOver.sum());
    }

    /** A shard has come to this node. */
    void countAssigned() {
        assigned.increment();
    }

    /** A shard is to leave this node for another one. */
    void countHandedOver() {
        handedOver.increment();
    }

    ClusterNode node() {
        return node;
    }
}
