package dev.ropewalk.cluster;

import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.Names;
import dev.ropewalk.base.Nulls;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * How a node takes part in a cluster. Immutable; each method returns changed options. Name, codecs, number of shards and what decides a split must be the same on all nodes.
 *
 * <p>Nodes show each other certificates. A cluster without them must be asked for by {@link #plaintext}, and has only addresses of the loopback network.
 */
public final class ClusterOptions {
    private static final int MAX_PORT = 0xFFFF;
    private static final int MAX_SHARDS = 1 << 16;
    private static final int DEFAULT_SHARDS = 128;
    private static final int MAX_ROLES = 100;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,63}");

    private final Settings settings;

    /** What can be set, with its defaults. */
    private static final class Settings extends BuilderSettings<Settings> {
        final String name;
        final CodecRegistry codecs;
        Optional<String> engine = Optional.empty();
        String host = "127.0.0.1";
        int port;
        Optional<String> bindHost = Optional.empty();
        OptionalInt bindPort = OptionalInt.empty();
        List<NodeAddress> seeds = List.of();
        Optional<SeedDiscovery> discovery = Optional.empty();
        int foundingNodes;
        Optional<TlsCertificates> tls = Optional.empty();
        boolean plaintext;
        SplitBrain splitBrain = SplitBrain.keepMajority();
        Duration stableAfter = Duration.ofSeconds(3);
        Duration joinTimeout = Duration.ofSeconds(20);
        Duration handOffTimeout = Duration.ofSeconds(30);
        int shards = DEFAULT_SHARDS;
        Set<String> roles = Set.of();
        LinkOptions link = LinkOptions.defaults();
        Consumer<? super MessageLoss> onLoss = loss -> {};

        Settings(String name, CodecRegistry codecs) {
            this.name = name;
            this.codecs = codecs;
        }
    }

    private ClusterOptions(Settings settings) {
        this.settings = settings;
    }

    private ClusterOptions with(Consumer<Settings> change) {
        return new ClusterOptions(settings.with(change));
    }

    /**
     * Returns the options of a node that founds a cluster of its own on a free port of the loopback address.
     *
     * @param name of the cluster: letters, digits and hyphens
     * @param codecs the types of keys and messages
     */
    public static ClusterOptions defaults(String name, CodecRegistry codecs) {
        if (!NAME.matcher(Objects.requireNonNull(name, "name")).matches()) {
            throw new IllegalArgumentException(
                    "the name of a cluster must be of up to 64 letters, digits and hyphens, but is '"
                            + Names.shown(name) + "'");
        }
        return new ClusterOptions(new Settings(name, Objects.requireNonNull(codecs, "codecs")));
    }

    /** Chooses one of several engines by its name; the only one otherwise. */
    public ClusterOptions engine(String value) {
        Optional<String> checked = Optional.of(Objects.requireNonNull(value, "engine"));
        return with(changed -> changed.engine = checked);
    }

    /** Sets the address by which others reach this node; the loopback address 127.0.0.1 by default. A name must be one that a URI can have, so without an underscore. */
    public ClusterOptions host(String value) {
        String checked = requireText("host", value);
        return with(changed -> changed.host = checked);
    }

    /** Sets the port; 0, the default, is any that is free. */
    public ClusterOptions port(int value) {
        if (value < 0 || value > MAX_PORT) {
            throw new IllegalArgumentException("port must be from 0 to " + MAX_PORT + ", but is " + value);
        }
        return with(changed -> changed.port = value);
    }

    /**
     * Sets the address at which this node listens, where that isn't the one by which others reach it: behind a proxy or a translation of addresses, or in a container. Connections to others are made from there,
     * unless it means all of this machine, such as 0.0.0.0. By default it is that of {@link #host}. In plain text it must be one of the loopback network as well. Simulated nodes listen nowhere.
     */
    public ClusterOptions bindHost(String value) {
        Optional<String> checked = Optional.of(requireText("bindHost", value));
        return with(changed -> changed.bindHost = checked);
    }

    /** Sets the port at which this node listens, where that isn't the one by which others reach it; that of {@link #port} by default. */
    public ClusterOptions bindPort(int value) {
        if (value < 1 || value > MAX_PORT) {
            throw new IllegalArgumentException("bindPort must be from 1 to " + MAX_PORT + ", but is " + value);
        }
        return with(changed -> changed.bindPort = OptionalInt.of(value));
    }

    /**
     * Sets by which nodes this one joins; all nodes should have the same list. The first seed founds the cluster if no other seed can be a member: nobody is at its address, or it says that it is in no cluster. A seed that doesn't answer
     * may be a member; joining fails after {@link #joinTimeout} then. Members that are no seeds aren't asked, so there should be enough seeds that one is always up. Each node must have its own address in the list, if it is a seed, as
     * {@link #host} and {@link #port} have it.
     *
     * <p>Without seeds, the default, a node founds a cluster of its own. Engines refuse that where other machines could reach it.
     *
     * @throws IllegalArgumentException if the port of one is 0
     */
    public ClusterOptions seeds(List<NodeAddress> value) {
        List<NodeAddress> checked = Nulls.copy(value, "seeds");
        checked.forEach(NodeAddress::requireReachable);
        return with(changed -> changed.seeds = checked);
    }

    /**
     * Sets what finds the nodes by which this one joins, instead of {@link #seeds}. {@link #foundingNodes} must be set, too.
     *
     * <p>This node joins any that is found and is a member. When there is none, the cluster is founded by one of them, as soon as {@link #foundingNodes} are there that have let it do so, and no other that is found can be a member.
     */
    public ClusterOptions discovery(SeedDiscovery value) {
        Optional<SeedDiscovery> checked = Optional.of(Objects.requireNonNull(value, "discovery"));
        return with(changed -> changed.discovery = checked);
    }

    /**
     * Sets how many nodes must be there, in no cluster and this one among them, before one of them founds the cluster, where they are found by a {@link #discovery}. All nodes must have the same, and it must be <em>more than half of all
     * nodes</em> that may run while there is no cluster yet: two of three, three of four or five. Then nodes that find only a part of the others, as on two machines that don't reach each other, found one cluster at most. With less they may
     * found two, which is logged as an error once they find each other.
     */
    public ClusterOptions foundingNodes(int value) {
        if (value < 1 || value > SeedDiscovery.MAX_ADDRESSES) {
            throw new IllegalArgumentException(
                    "foundingNodes must be from 1 to " + SeedDiscovery.MAX_ADDRESSES + ", but is " + value);
        }
        return with(changed -> changed.foundingNodes = value);
    }

    /** Sets the certificates by which nodes know each other. */
    public ClusterOptions tls(TlsCertificates value) {
        Optional<TlsCertificates> checked = Optional.of(Objects.requireNonNull(value, "tls"));
        return with(changed -> changed.tls = checked);
    }

    /** Sets whether nodes talk without certificates, in plain text; false by default. That is for addresses of the loopback network only. */
    public ClusterOptions plaintext(boolean value) {
        return with(changed -> changed.plaintext = value);
    }

    /** Sets which part goes on when nodes don't reach each other; {@link SplitBrain#keepMajority} by default. */
    public ClusterOptions splitBrain(SplitBrain value) {
        SplitBrain checked = Objects.requireNonNull(value, "splitBrain");
        return with(changed -> changed.splitBrain = checked);
    }

    /** Sets for how long who reaches whom must have stood still before a split is decided; 3 seconds by default, at least half a second. */
    public ClusterOptions stableAfter(Duration value) {
        if (Objects.requireNonNull(value, "stableAfter").compareTo(Duration.ofMillis(500)) < 0) {
            throw new IllegalArgumentException("stableAfter must be at least 500 ms, but is " + value);
        }
        return with(changed -> changed.stableAfter = value);
    }

    /** Sets how long joining may take; 20 seconds by default. */
    public ClusterOptions joinTimeout(Duration value) {
        requirePositive("joinTimeout", value);
        return with(changed -> changed.joinTimeout = value);
    }

    /** Sets how long the entities of a shard have for what waits for them when it moves to another node; 30 seconds by default. What is left after three quarters of it is stopped. */
    public ClusterOptions handOffTimeout(Duration value) {
        requirePositive("handOffTimeout", value);
        return with(changed -> changed.handOffTimeout = value);
    }

    /** Sets into how many shards the keys of a type are divided; 128 by default. About ten times the number of nodes is right. */
    public ClusterOptions shards(int value) {
        if (value < 1 || value > MAX_SHARDS) {
            throw new IllegalArgumentException("shards must be from 1 to " + MAX_SHARDS + ", but is " + value);
        }
        return with(changed -> changed.shards = value);
    }

    /**
     * Sets what this node is for; nothing in particular by default. All nodes see it in {@link Member#roles()}. Entities whose options name a
     * {@linkplain EntityOptions#role(String) role} live on nodes that have it.
     *
     * @param value at most 100 names of up to 64 letters, digits and hyphens, since each node tells all others its roles again and again
     */
    public ClusterOptions roles(Set<String> value) {
        Set<String> checked = Nulls.copy(value, "roles");
        if (checked.size() > MAX_ROLES) {
            throw new IllegalArgumentException(
                    "a node has at most " + MAX_ROLES + " roles, but is to have " + checked.size());
        }
        checked.forEach(ClusterOptions::requireRole);
        return with(changed -> changed.roles = checked);
    }

    /** Refuses what can't be the name of a role. */
    static String requireRole(String role) {
        if (!NAME.matcher(Objects.requireNonNull(role, "role")).matches()) {
            throw new IllegalArgumentException(
                    "the name of a role must be of up to 64 letters, digits and hyphens, but is '" + Names.shown(role)
                            + "'");
        }
        return role;
    }

    /** Sets how much may be on its way to another node. */
    public ClusterOptions link(LinkOptions value) {
        LinkOptions checked = Objects.requireNonNull(value, "link");
        return with(changed -> changed.link = checked);
    }

    /**
     * Sets who is told of each message that was lost; nobody by default. It is called by whichever thread finds that out, by several at once: by senders, by actors that stop, and by what serves the connections
     * to other nodes. So it must return quickly, wait for nothing, and not close the cluster. What it throws is logged.
     */
    public ClusterOptions onLoss(Consumer<? super MessageLoss> value) {
        Consumer<? super MessageLoss> checked = Objects.requireNonNull(value, "onLoss");
        return with(changed -> changed.onLoss = checked);
    }

    private static String requireText(String name, String value) {
        if (Objects.requireNonNull(value, name).isBlank()) {
            throw new IllegalArgumentException(name + " is blank: '" + value + "'");
        }
        return value;
    }

    private static void requirePositive(String name, Duration value) {
        if (!Objects.requireNonNull(value, name).isPositive()) {
            throw new IllegalArgumentException(name + " must be above zero, but is " + value);
        }
    }

    /** Returns the name of the cluster. */
    public String name() {
        return settings.name;
    }

    /** Returns the types of keys and messages. */
    public CodecRegistry codecs() {
        return settings.codecs;
    }

    /** Returns the name of the engine, empty if it is the only one. */
    public Optional<String> engine() {
        return settings.engine;
    }

    /** Returns the address by which others reach this node. */
    public String host() {
        return settings.host;
    }

    /** Returns the port, 0 for any. */
    public int port() {
        return settings.port;
    }

    /** Returns the address at which this node listens, empty if that is the one by which others reach it. */
    public Optional<String> bindHost() {
        return settings.bindHost;
    }

    /** Returns the port at which this node listens, empty if that is the one by which others reach it. */
    public OptionalInt bindPort() {
        return settings.bindPort;
    }

    /** Returns by which nodes this one joins. */
    public List<NodeAddress> seeds() {
        return settings.seeds;
    }

    /** Returns what finds the nodes by which this one joins, empty if they are the {@link #seeds}. */
    public Optional<SeedDiscovery> discovery() {
        return settings.discovery;
    }

    /** Returns how many nodes must be there to found the cluster, 0 if that wasn't said. */
    public int foundingNodes() {
        return settings.foundingNodes;
    }

    /** Returns the certificates, empty if there are none. */
    public Optional<TlsCertificates> tls() {
        return settings.tls;
    }

    /** Returns whether nodes talk in plain text. */
    public boolean plaintext() {
        return settings.plaintext;
    }

    /** Returns which part goes on when nodes don't reach each other. */
    public SplitBrain splitBrain() {
        return settings.splitBrain;
    }

    /** Returns how long a split must have stood still. */
    public Duration stableAfter() {
        return settings.stableAfter;
    }

    /** Returns how long joining may take. */
    public Duration joinTimeout() {
        return settings.joinTimeout;
    }

    /** Returns how long the entities of a shard have when it moves. */
    public Duration handOffTimeout() {
        return settings.handOffTimeout;
    }

    /** Returns into how many shards the keys of a type are divided. */
    public int shards() {
        return settings.shards;
    }

    /** Returns what this node is for. */
    public Set<String> roles() {
        return settings.roles;
    }

    /** Returns how much may be on its way to another node. */
    public LinkOptions link() {
        return settings.link;
    }

    /** Returns who is told of lost messages. */
    public Consumer<? super MessageLoss> onLoss() {
        return settings.onLoss;
    }

    @Override
    public String toString() {
        return "ClusterOptions[name=" + settings.name + ", address=" + settings.host + ":" + settings.port + ", seeds="
                + settings.discovery.<Object>map(found -> found).orElse(settings.seeds) + "]";
    }
}
