package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.cell.AskRef;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.supervision.Watched;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.codec.ActorRefCodec;
import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.codec.FrameReader;
import dev.ropewalk.cluster.codec.FrameWriter;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The actors of this node whose refs were sent to others, by numbers: those that live, and those that wait for an answer. An actor has its number from when its ref is sent first until it
 * has stopped. A ref of a message adapter has a number of its own, which is kept as long: an actor that sends a new adapter with each request makes this grow.
 */
final class SentRefs implements ActorRefCodec {
    private static final byte ACTOR = 1;
    private static final byte ENTITY = 2;
    private static final byte SINGLETON = 3;

    private final ClusterNode node;
    private final AtomicLong numbers = new AtomicLong();
    private final ConcurrentHashMap<Long, ActorRef<?>> actors = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<ActorRef<?>, Long> ids = new ConcurrentHashMap<>();

    /** How many of them wait for an answer. */
    private final AtomicInteger questions = new AtomicInteger();

    /** The numbers of actors whose end is waited for. */
    private final Set<Long> watched = ConcurrentHashMap.newKeySet();

    SentRefs(ClusterNode node) {
        this.node = node;
    }

    /** Returns the actor of a number; null if it has stopped, or never was. */
    @Nullable
    ActorRef<?> actor(long id) {
        return actors.get(id);
    }

    /** Returns whether an answer may come from another node. */
    boolean hasQuestions() {
        return questions.get() != 0;
    }

    /** Returns what tells of the end of an actor; null if it has stopped, or waits for an answer only. */
    @Nullable
    Watched<?> watched(long id) {
        ActorRef<?> actor = actors.get(id);
        return actor == null ? null : Cell.behind(actor);
    }

    /** Returns how many actors have a number. */
    int size() {
        return actors.size();
    }

    // Writing

    @Override
    public void write(ActorRef<?> ref, FrameWriter out) {
        if (ref instanceof RoutedEntityRef<?, ?> routed && !KeyForm.isOfUsers(routed.typeName())) {
            out.writeByte(SINGLETON);
            out.writeString(routed.typeName());
        } else if (ref instanceof EntityRef<?, ?> entity) {
            if (!(ref instanceof RoutedEntityRef<?, ?>) && !node.knows(entity.type())) {
                throw new EncodingException(ref + " is of another cluster than " + node);
            }
            out.writeByte(ENTITY);
            out.writeString(entity.type().name());
            out.writeValue(entity.key());
        } else if (ref instanceof RemoteActorRef<?> remote) {
            writeActor(remote.home, remote.id, remote.pathThere, out);
        } else {
            writeActor(node.self(), number(ref), ref instanceof AskRef<?> ? "" : ref.path(), out);
        }
    }

    private static void writeActor(Node home, long id, String path, FrameWriter out) {
        out.writeByte(ACTOR);
        out.writeString(home.host());
        out.writeInt(home.port());
        out.writeLong(home.incarnation());
        out.writeLong(id);
        out.writeString(path);
    }

    /** Returns the number of an actor of this node, by which others know it. */
    long number(ActorRef<?> ref) {
        if (ref instanceof AskRef<?> asked) {
            return newNumber(asked);
        }
        Cell<?> cell = Cell.behind(ref);
        if (cell == null) {
            throw new EncodingException(ref + " is no actor of this node: its ref can't be sent to another one");
        }
        Long known = ids.get(ref);
        return known == null ? newNumber(ref, cell) : known;
    }

    private long newNumber(AskRef<?> asked) {
        long id = numbers.incrementAndGet();
        questions.incrementAndGet();
        boolean isFollowed = false;
        try {
            actors.put(id, asked);
            var ignored = asked.answer().whenComplete((answer, failure) -> answered(id));
            isFollowed = true;
        } finally {
            if (!isFollowed) { // for want of memory
                answered(id);
            }
        }
        return id;
    }

    private void answered(long id) {
        actors.remove(id);
        if (questions.decrementAndGet() == 0) {
            node.idle();
        }
    }

    private long newNumber(ActorRef<?> ref, Cell<?> cell) {
        CompletableFuture<Void> end;
        try {
            end = node.system().whenStopped(cell);
        } catch (IllegalArgumentException foreign) {
            throw new EncodingException(ref + " is no actor of " + node.system().name() + ", which is in the cluster");
        }
        long id = ids.computeIfAbsent(ref, actor -> {
            long number = numbers.incrementAndGet();
            actors.put(number, actor);
            return number;
        });
        boolean isFollowed = false;
        try {
            if (watched.add(id)) {
                var ignored = end.whenComplete((nothing, failure) -> forget(ref, id));
            }
            isFollowed = true;
        } finally {
            if (!isFollowed) { // for want of memory: nobody would take the number back
                forget(ref, id);
            }
        }
        return id;
    }

    private void forget(ActorRef<?> ref, long id) {
        watched.remove(id);
        ids.remove(ref);
        actors.remove(id);
    }

    @Override
    public void writeSender(Sender<?> sender, FrameWriter out) {
        node.channels().write(sender, out);
    }

    // Reading

    @Override
    public Sender<?> readSender(FrameReader in) {
        return node.channels().read(in);
    }

    @Override
    public ActorRef<?> read(FrameReader in) {
        byte kind = in.readByte();
        return switch (kind) {
            case ACTOR -> {
                var home = new Node(in.readString(), in.readInt(), in.readLong());
                yield actor(home, in.readLong(), in.readString());
            }
            case SINGLETON -> singleton(in.readString());
            case ENTITY -> entity(in.readString(), in.readValue(Object.class));
            default -> throw new IllegalArgumentException("no ref is of the kind " + kind);
        };
    }

    private ActorRef<?> actor(Node home, long id, String path) {
        if (home.equals(node.self())) {
            ActorRef<?> known = actors.get(id);
            return known == null ? RemoteActorRef.gone(node, home, Reason.NO_RECIPIENT, id, path) : known;
        }
        Peer peer = node.peer(home);
        return peer == null
                ? RemoteActorRef.gone(node, home, Reason.NODE_GONE, id, path)
                : new RemoteActorRef<>(node, peer, id, path);
    }

    private ActorRef<?> singleton(String type) {
        RemoteRegion<?, ?> region = node.region(type);
        if (region == null || KeyForm.isOfUsers(type)) {
            throw new IllegalArgumentException(node + " has no singleton '" + type + "'");
        }
        return region.only();
    }

    private ActorRef<?> entity(String type, Object key) {
        RemoteRegion<?, ?> region = node.region(type);
        if (region == null) {
            throw new IllegalArgumentException(node + " doesn't host '" + type + "'");
        }
        return entity(region, key);
    }

    private static <K> ActorRef<?> entity(RemoteRegion<K, ?> region, Object key) {
        EntityType<K, ?> type = region.type();
        if (!type.keyType().isInstance(key)) {
            throw new IllegalArgumentException("a key of '" + type.name() + "' can't be a "
                    + key.getClass().getName());
        }
        return region.entity(type.keyType().cast(key));
    }
}
