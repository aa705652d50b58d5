package dev.ropewalk.cluster;

import dev.ropewalk.base.Names;
import java.util.Comparator;
import java.util.Objects;

/**
 * A process of a cluster, from when it joins until it leaves. One that is started again under the same address is another node.
 *
 * @param host of its address
 * @param port of its address, up to 65535; 0 is a cluster of one process, which nobody can reach
 * @param incarnation distinguishes the nodes of an address
 */
public record Node(String host, int port, long incarnation) implements Comparable<Node> {
    private static final Comparator<Node> ORDER =
            Comparator.comparing(Node::host).thenComparingInt(Node::port).thenComparingLong(Node::incarnation);

    /** Checks the address. */
    public Node {
        checkAddress(host, port);
    }

    static void checkAddress(String host, int port) {
        if (Objects.requireNonNull(host, "host").isEmpty()) {
            throw new IllegalArgumentException("the host of a node must not be empty");
        }
        if (port < 0 || port > 0xFFFF) {
            throw new IllegalArgumentException("the port of a node must be from 0 to 65535, but is " + port
                    + ", of host '" + Names.shown(host) + "'");
        }
    }

    /** Returns the address without the incarnation. That of a {@linkplain Cluster#local local} cluster has port 0. */
    public NodeAddress address() {
        return new NodeAddress(host, port);
    }

    /** By host, port and incarnation. */
    @Override
    public int compareTo(Node other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return host + ":" + port + "#" + Long.toHexString(incarnation);
    }
}
