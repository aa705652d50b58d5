package dev.ropewalk.cluster.pekko.settings;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Comparator;
import java.util.Optional;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.UniqueAddress;

/** Addresses of ours as those of Pekko, which has numbers of IPv6 in brackets. */
public final class Hosts {
    private static final String PROTOCOL = "pekko";

    /** As Pekko orders nodes: as texts with the brackets. */
    private static final Comparator<Node> ORDER =
            Comparator.<Node, String>comparing(node -> toPekko(node.host())).thenComparingInt(Node::port);

    private Hosts() {}

    static String toPekko(String host) {
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }

    private static String fromPekko(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /** Returns the order by which Pekko finds the lowest address. */
    public static Comparator<Node> order() {
        return ORDER;
    }

    /** Returns the address of a node in a cluster. */
    public static Address address(String cluster, NodeAddress node) {
        return new Address(PROTOCOL, cluster, toPekko(node.host()), node.port());
    }

    /** Returns the address of a node of Pekko's. */
    public static NodeAddress node(Address address) {
        return new NodeAddress(
                fromPekko(address.getHost().orElseThrow()), address.getPort().orElseThrow());
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
        if (options.tls().isPresent() && options.plaintext()) {
            throw new IllegalArgumentException(
                    "a cluster has certificates, or is in plain text: " + options + " has both");
        }
        if (options.tls().isEmpty() && !options.plaintext()) {
            throw new IllegalArgumentException("a cluster needs certificates, set by tls(...); plaintext(true) is for"
                    + " addresses of the loopback network: " + options + " has neither");
        }
        String bindHost = bindHost(options);
        InetAddress bind = resolve(bindHost);
        if (options.plaintext() || options.bindHost().isEmpty()) {
            checkAdvertised(options, resolve(options.host()));
        } else {
            Optional<InetAddress> known = ifKnown(options.host()); // others may know it by other means
            known.ifPresent(address -> checkAdvertised(options, address));
        }
        checkPlaintext(options, bindHost, bind);
        checkWritable(options.host());
        if (options.seeds().isEmpty()
                && options.discovery().isEmpty()
                && !ifKnown(options.host()).map(InetAddress::isLoopbackAddress).orElse(false)) {
            throw new IllegalArgumentException(
                    "a node at " + options.host() + " needs seeds or a discovery: without, it would"
                            + " be a cluster of its own. The first node has its own address among them");
        }
        checkFree(options, bind);
    }

    /**
     * Checks that nobody listens there. The probe itself doesn't: a process that is started meanwhile has copies of all sockets until
     * its program runs, and a copy that listens would be in the way of the node.
     */
    private static void checkFree(ClusterOptions options, InetAddress bind) {
        try (var probe = new Socket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(bind, bindPort(options)));
        } catch (IOException e) {
            throw unusable(options, e);
        }
    }

    /** Refuses a host that is no part of a URI. Pekko writes addresses as such, and can't read them again else: a node would be up, and find neither shards nor others. */
    private static void checkWritable(String host) {
        if (!isHostOfUri(toPekko(host))) {
            throw new IllegalArgumentException("the host of a node must be one that an address in the form of a URI can"
                    + " have, but is '" + host
                    + "'. A name has letters, digits, and hyphens between them, in parts with"
                    + " dots between; the last of several parts begins with a letter");
        }
    }

    private static boolean isHostOfUri(String host) {
        try {
            return new URI(PROTOCOL + "://cluster@" + host + ":1").getHost() != null;
        } catch (URISyntaxException impossible) {
            return false;
        }
    }

    private static void checkAdvertised(ClusterOptions options, InetAddress address) {
        if (address.isAnyLocalAddress()) {
            throw new IllegalArgumentException("the host of a node must be one by which others reach it, but is "
                    + options.host() + ", which means all of this machine");
        }
        checkPlaintext(options, options.host(), address);
    }

    private static void checkPlaintext(ClusterOptions options, String host, InetAddress address) {
        if (options.plaintext() && !address.isLoopbackAddress()) {
            throw new IllegalArgumentException("plain text is for addresses of the loopback network only, but " + host
                    + " is " + address.getHostAddress() + ": set certificates by tls(...)");
        }
    }

    /** Returns where a node listens. */
    static String bindHost(ClusterOptions options) {
        return options.bindHost().orElse(options.host());
    }

    /** Returns at which port a node listens, 0 for any. */
    static int bindPort(ClusterOptions options) {
        return options.bindPort().orElse(options.port());
    }

    /** Returns from where a node connects to others, empty if the system decides that. */
    static Optional<String> clientHost(ClusterOptions options) {
        return options.bindHost().filter(host -> !resolve(host).isAnyLocalAddress());
    }

    /** Returns the address from where a node connects to others, empty if the system decides that. */
    public static Optional<InetAddress> clientAddress(ClusterOptions options) {
        return clientHost(options).map(Hosts::resolve);
    }

    /** Returns what to throw if the address can't be had. */
    public static IllegalArgumentException unusable(ClusterOptions options, Throwable cause) {
        return new IllegalArgumentException(
                "a node can't have the address " + bindHost(options) + ":" + bindPort(options) + ": "
                        + cause.getMessage(),
                cause);
    }

    private static InetAddress resolve(String host) {
        return ifKnown(host)
                .orElseThrow(() -> new IllegalArgumentException("the host of a node is unknown: '" + host + "'"));
    }

    private static Optional<InetAddress> ifKnown(String host) {
        try {
            return Optional.of(InetAddress.getByName(host));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
