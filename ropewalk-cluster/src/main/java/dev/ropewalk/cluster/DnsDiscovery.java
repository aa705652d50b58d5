package dev.ropewalk.cluster;

import dev.ropewalk.base.Names;
import dev.ropewalk.base.Nulls;
import dev.ropewalk.cluster.dns.DnsQuestion;
import dev.ropewalk.cluster.dns.DnsRecords;
import dev.ropewalk.cluster.dns.DnsServers;
import dev.ropewalk.cluster.dns.SearchList;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds nodes in the DNS: each address of a name, such as that of a headless service of Kubernetes, or the hosts and ports of a service's records. Immutable; each method returns a changed copy. Any thread may use it.
 *
 * <p>It asks the servers each time, and nothing is kept: what the JVM remembers of names ({@code networkaddress.cache.ttl}) has no part in it, nor has the machine's list of hosts. A name without a dot at its end is
 * completed as the machine's {@code /etc/resolv.conf} says. The runtime needs module {@code jdk.naming.dns}, which all JDKs have.
 *
 * <p>The servers must be reached by TCP as well as by UDP, at port 53 as a rule: an answer that doesn't fit into a datagram, of some dozens of nodes, comes by TCP, and where that is blocked nodes are missing without an error.
 */
public final class DnsDiscovery implements SeedDiscovery {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);
    private static final int MAX_NAME = 253;
    private static final Pattern NAME =
            Pattern.compile("([A-Za-z0-9_][A-Za-z0-9_-]{0,62}\\.)*[A-Za-z0-9_][A-Za-z0-9_-]{0,62}\\.?");

    private final DnsQuestion question;
    private final DnsServers servers;

    private DnsDiscovery(DnsQuestion question, DnsServers servers) {
        this.question = question;
        this.servers = servers;
    }

    /**
     * Finds a node at each address of a name, all at the same port. A node's {@linkplain ClusterOptions#host host} must be its address in numbers, then: where that is one of IPv6 the name's addresses of that kind are taken, else those of IPv4.
     *
     * @param name such as {@code shop-nodes.default.svc.cluster.local}
     * @param port from 1 to 65535
     * @throws IllegalArgumentException if the name or the port can't be one
     */
    public static DnsDiscovery addresses(String name, int port) {
        requireName(name);
        return new DnsDiscovery(
                DnsQuestion.addresses(
                        name, new NodeAddress(name, port).requireReachable().port()),
                system());
    }

    /**
     * Finds a node at each host and port that the service records (SRV) of a name list. A node's {@linkplain ClusterOptions#host host} must be as it is in its record.
     *
     * @param name such as {@code _cluster._tcp.shop-nodes.default.svc.cluster.local}
     * @throws IllegalArgumentException if the name can't be one
     */
    public static DnsDiscovery services(String name) {
        requireName(name);
        return new DnsDiscovery(DnsQuestion.services(name), system());
    }

    private static DnsServers system() {
        return new DnsServers(List.of(), DEFAULT_TIMEOUT, SearchList.ofSystem());
    }

    private static void requireName(String name) {
        if (Objects.requireNonNull(name, "name").length() > MAX_NAME
                || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a name in the DNS has up to 253 letters, digits, hyphens, underscores and dots, but this is '"
                            + Names.shown(name) + "'");
        }
    }

    /**
     * Sets which servers are asked, by their addresses, one after another until one answers; by default those of the system. Names aren't completed, then.
     *
     * @throws IllegalArgumentException if there is none, or one has a name that has no address
     */
    public DnsDiscovery servers(List<InetSocketAddress> value) {
        List<InetSocketAddress> checked = Nulls.copy(value, "servers");
        if (checked.isEmpty()) {
            throw new IllegalArgumentException("there must be a server to ask");
        }
        for (InetSocketAddress server : checked) {
            if (server.isUnresolved() || server.getPort() == 0) {
                throw new IllegalArgumentException("a server must have an address and a port, but this is " + server);
            }
        }
        return new DnsDiscovery(question, new DnsServers(checked, servers.timeout(), SearchList.NONE));
    }

    /** Sets how long a server has to answer, from a millisecond to a minute; a second by default. It is asked twice, and has twice the time the second time. */
    public DnsDiscovery timeout(Duration value) {
        if (Objects.requireNonNull(value, "timeout").compareTo(MIN_TIMEOUT) < 0 || value.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException("timeout must be from 1 ms to " + MAX_TIMEOUT + ", but is " + value);
        }
        return new DnsDiscovery(question, new DnsServers(servers.addresses(), value, servers.search()));
    }

    @Override
    public List<NodeAddress> find(NodeAddress self) throws IOException {
        Objects.requireNonNull(self, "self");
        String type = question.type(self);
        Optional<DnsRecords> found = servers.ask(question.name(), type);
        if (found.isEmpty()) {
            throw new IOException(this + " has found nothing: there is no such name");
        }
        if (found.get().texts().isEmpty()) {
            throw new IOException(this + " has found nothing: the name has no record of type " + type);
        }
        return question.read(found.get(), this);
    }

    /** Says what is looked up, and where. */
    @Override
    public String toString() {
        return "DNS, " + question + " at " + servers;
    }
}
