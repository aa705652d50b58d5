package dev.ropewalk.cluster.node;

import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.link.Link;
import dev.ropewalk.cluster.link.News;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which types another node takes part in, and by which role, as it has told; and what it is told of those of this node. All nodes must name the same role for a type, or
 * two could own a shard at a time.
 *
 * <p>Why a difference is found by one of two nodes at least. Each first has its type among its own, then tells the other of it, and looks what it has heard after that.
 * What one hears later is compared when it comes.
 */
final class PeerTypes {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", PeerTypes.class);

    private final Node self;
    private final Function<String, @Nullable Hosted> own;
    private final Node node;
    private final News<Hosted> news;
    private final Map<String, Optional<String>> theirs = new ConcurrentHashMap<>();
    private volatile boolean areAllHeard;

    /** A type that this node takes part in. */
    interface Hosted {
        /** Returns what nodes call it. */
        String name();

        /** Returns what users call it. */
        String shown();

        /** Returns which nodes own its shards: those that have this role, all if it is empty. */
        Optional<String> role();

        /** Returns the path of the entity of a key here, with "?" for a key that can't be read or told. */
        String pathOf(ByteBuffer key);
    }

    /**
     * Tells nothing yet.
     *
     * @param own finds a type of this node by its name, null if there is none
     */
    PeerTypes(Node self, Function<String, @Nullable Hosted> own, Node node, Link link) {
        this.self = self;
        this.own = own;
        this.node = node;
        this.news = News.at(link, Envelope.TYPES, PeerTypes::written);
    }

    private static byte[] written(Hosted region) {
        byte[] name = region.name().getBytes(StandardCharsets.UTF_8);
        byte[] role = region.role().orElse("").getBytes(StandardCharsets.UTF_8);
        ByteBuffer to = ByteBuffer.allocate(2 * Short.BYTES + name.length + role.length);
        Envelope.put(to, name);
        Envelope.put(to, role);
        return to.array();
    }

    /** Tells the other node of a type, and compares it with what that has told. */
    void tell(Hosted region) {
        news.add(region);
        Optional<String> told = theirs.get(region.name());
        if (told != null) {
            compare(region, told);
        }
    }

    /** Reads a record that tells of types; called by the link's listener. */
    void received(ByteBuffer record) {
        while (record.hasRemaining()) {
            String type = Envelope.readName(record);
            String role = Envelope.readName(record);
            heard(type, role.isEmpty() ? Optional.empty() : Optional.of(role));
        }
    }

    private void heard(String type, Optional<String> role) {
        boolean isNew = !role.equals(theirs.put(type, role));
        Hosted region = own.apply(type);
        if (isNew && region != null) {
            compare(region, role);
        }
    }

    /** The other node has told of all types that it took part in when it was asked for that. */
    void allHeard() {
        areAllHeard = true;
    }

    /** Returns whether the other node takes part in a type, or may for all that is known. */
    boolean mayHave(String type) {
        return !areAllHeard || theirs.containsKey(type);
    }

    private void compare(Hosted region, Optional<String> theirRole) {
        if (!theirRole.equals(region.role())) {
            LOG.log(
                    Level.ERROR,
                    difference(region.shown(), region.role(), theirRole)
                            + "; entities of one key may live twice until they agree");
        }
    }

    /**
     * Refuses a type that the other node is known to host by another role.
     *
     * @param shown what users call the type
     * @throws IllegalArgumentException if it does
     */
    void check(String type, String shown, Optional<String> role) {
        Optional<String> told = theirs.get(type);
        if (told != null && !told.equals(role)) {
            throw new IllegalArgumentException(difference(shown, role, told));
        }
    }

    private String difference(String shown, Optional<String> role, Optional<String> theirRole) {
        return self + " hosts " + shown + " on " + nodes(role) + ", but " + node + " on " + nodes(theirRole)
                + ": all nodes must name the same role for it";
    }

    private static String nodes(Optional<String> role) {
        return role.map(name -> "nodes with the role '" + name + "'").orElse("all nodes");
    }
}
