package dev.ropewalk.cluster.node;

import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.codec.type.TypeShape;
import dev.ropewalk.cluster.link.Link;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Whether another node knows the registered types as this one does. When two nodes meet, each tells the hashes of what its types are made of. For a type whose hash differs it is told the words, and logs a conflict: values of
 * that type would be misread, or not at all. Types of two versions that can read each other are none. Its methods are called by the link's listener.
 */
final class PeerShapes {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", PeerShapes.class);
    private static final int MAX_RECORD = 60_000;

    private final Node self;
    private final Link link;
    private final SortedMap<Integer, String> shapes;

    /**
     * Tells the other node.
     *
     * @param shapes of this node, in words, by the ids of types
     */
    PeerShapes(Node self, Link link, SortedMap<Integer, String> shapes) {
        this.self = self;
        this.link = link;
        this.shapes = shapes;
        ByteBuffer types = ByteBuffer.allocate(1 + shapes.size() * (Integer.BYTES + Long.BYTES))
                .put(Envelope.TYPE_HASHES);
        shapes.forEach((id, shape) -> types.putInt(id).putLong(hash(shape)));
        boolean ignored = link.control(types.array()); // false if that node is gone
    }

    /** The same in every JVM: FNV-1a. */
    private static long hash(String shape) {
        long hash = 0xcbf2_9ce4_8422_2325L;
        for (byte each : shape.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (each & 0xFF)) * 0x100_0000_01b3L;
        }
        return hash;
    }

    /** The other node has told the hashes of its types. */
    void compare(ByteBuffer from) {
        Map<Integer, byte[]> others = new TreeMap<>();
        int size = 1;
        while (from.hasRemaining()) {
            int id = from.getInt();
            long hash = from.getLong();
            String shape = shapes.get(id);
            if (shape != null && hash(shape) != hash) {
                byte[] words = shape.getBytes(StandardCharsets.UTF_8);
                int more = Integer.BYTES + Short.BYTES + words.length;
                if (size + more <= MAX_RECORD) {
                    size += more;
                    others.put(id, words);
                }
            }
        }
        if (!others.isEmpty()) {
            ByteBuffer record = ByteBuffer.allocate(size).put(Envelope.SHAPES);
            others.forEach((id, words) -> Envelope.put(record.putInt(id), words));
            boolean ignored = link.control(record.array());
        }
    }

    /** The other node has told what types are made of that are something else here. */
    void warn(ByteBuffer from) {
        while (from.hasRemaining()) {
            int id = from.getInt();
            String there = Envelope.readName(from);
            String here = shapes.get(id);
            if (here != null) {
                warn(id, here, there);
            }
        }
    }

    private void warn(int id, String here, String there) {
        String conflict = TypeShape.conflict(here, there);
        if (conflict != null) {
            LOG.log(
                    Level.WARNING,
                    self + " and " + link.peer() + " know the type " + id + " as two that can't be read as each other: "
                            + conflict + ". There it is " + there + ", here " + here);
        }
    }
}
