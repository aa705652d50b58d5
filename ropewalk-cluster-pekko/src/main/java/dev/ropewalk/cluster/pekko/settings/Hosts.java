package dev.ropewalk.cluster.pekko.settings;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.UniqueAddress;

/** Addresses of ours as those of Pekko, which has numbers of IPv6 in brackets. */
public final class Hosts {
    private static final String PROTOCOL = "pekko";

    private Hosts() {}

    static String toPekko(String host) {
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }

    private static String fromPekko(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /** Returns the address of a node in a cluster. */
    public static Address address(String cluster, NodeAddress node) {
        return new Address(PROTOCOL, cluster, toPekko(node.host()), node.port());
    }

    /** Returns the node at an address. */
    public static Node node(UniqueAddress address) {
        return new Node(
                fromPekko(address.address().getHost().orElseThrow()),
                address.address().getPort().orElseThrow(),
                address.longUid());
    }

    /**
     * Checks that a node can have its address.
     *
     * @throws IllegalArgumentException if it can't
     */
    public static void check(ClusterOptions options) {
        InetAddress address = resolve(options);
        if (address.isAnyLocalAddress()) {
            throw new IllegalArgumentException("the host of a node must be one by which others reach it, but is "
                    + options.host() + ", which means all of this machine");
        }
        if (options.tls().isPresent() && options.plaintext()) {
            throw new IllegalArgumentException(
                    "a cluster has certificates, or is in plain text: " + options + " has both");
        }
        if (options.tls().isEmpty() && !options.plaintext()) {
            throw new IllegalArgumentException("a cluster needs certificates, set by tls(...); plaintext(true) is for"
                    + " addresses of the loopback network: " + options + " has neither");
        }
        if (options.plaintext() && !address.isLoopbackAddress()) {
            throw new IllegalArgumentException("plain text is for addresses of the loopback network only, but "
                    + options.host() + " is " + address.getHostAddress() + ": set certificates by tls(...)");
        }
        try (var probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(address, options.port()));
        } catch (IOException e) {
            throw unusable(options, e);
        }
    }

    /** Returns what to throw if the address can't be had. */
    public static IllegalArgumentException unusable(ClusterOptions options, Throwable cause) {
        return new IllegalArgumentException(
                "a node can't have the address " + options.host() + ":" + options.port() + ": " + cause.getMessage(),
                cause);
    }

    private static InetAddress resolve(ClusterOptions options) {
        try {
            return InetAddress.getByName(options.host());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("the host of a node is unknown: " + options.host(), e);
        }
    }
}
