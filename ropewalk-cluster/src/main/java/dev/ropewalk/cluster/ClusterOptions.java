package dev.ropewalk.cluster;

import dev.ropewalk.base.Names;
import dev.ropewalk.base.Nulls;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a node takes part in a cluster. Immutable; each method returns changed options. Name, codecs, number of shards and what decides a split must be the same on all nodes.
 *
 * <p>Nodes show each other certificates. A cluster without them must be asked for by {@link #plaintext}, and has only addresses of the loopback network.
 */
public final class ClusterOptions {
    private static final int MAX_PORT = 0xFFFF;
    private static final int MAX_SHARDS = 1 << 16;
    private static final int DEFAULT_SHARDS = 128;

    private final Values values;

    private ClusterOptions(Values values) {
        this.values = values;
    }

    /** What is set. */
    private record Values(
            String name,
            CodecRegistry codecs,
            Optional<String> engine,
            String host,
            int port,
            List<NodeAddress> seeds,
            Optional<TlsCertificates> tls,
            boolean plaintext,
            SplitBrain splitBrain,
            Duration stableAfter,
            Duration joinTimeout,
            Duration handOffTimeout,
            int shards,
            LinkOptions link,
            Consumer<? super MessageLoss> onLoss) {}

    /**
     * Returns the options of a node that founds a cluster of its own on a free port of the loopback address.
     *
     * @param name of the cluster: letters, digits and hyphens
     * @param codecs the types of keys and messages
     */
    public static ClusterOptions defaults(String name, CodecRegistry codecs) {
        if (!Objects.requireNonNull(name, "name").matches("[A-Za-z0-9][A-Za-z0-9-]{0,63}")) {
            throw new IllegalArgumentException(
                    "the name of a cluster must be of up to 64 letters, digits and hyphens, but is '"
                            + Names.shown(name) + "'");
        }
        return new ClusterOptions(new Values(
                name,
                Objects.requireNonNull(codecs, "codecs"),
                Optional.empty(),
                "127.0.0.1",
                0,
                List.of(),
                Optional.empty(),
                false,
                SplitBrain.keepMajority(),
                Duration.ofSeconds(3),
                Duration.ofSeconds(20),
                Duration.ofSeconds(30),
                DEFAULT_SHARDS,
                LinkOptions.defaults(),
                loss -> {}));
    }

    /** Chooses one of several engines by its name; the only one otherwise. */
    public ClusterOptions engine(String value) {
        return new ClusterOptions(new Values(
                values.name,
                values.codecs,
                Optional.of(Objects.requireNonNull(value, "engine")),
                values.host,
                values.port,
                values.seeds,
                values.tls,
                values.plaintext,
                values.splitBrain,
                values.stableAfter,
                values.joinTimeout,
                values.handOffTimeout,
                values.shards,
                values.link,
                values.onLoss));
    }

    /** Sets the address by which others reach this node; the loopback address 127.0.0.1 by default. */
    public ClusterOptions host(String value) {
        return new ClusterOptions(new Values(
                values.name,
                values.codecs,
                values.engine,
                Objects.requireNonNull(value, "host"),
                values.port,
                values.seeds,
                values.tls,
                values.plaintext,
                values.splitBrain,
                values.stableAfter,
                values.joinTimeout,
                values.handOffTimeout,
                values.shards,
                values.link,
                values.onLoss));
    }

    /** Sets the port; 0, the default, is any that is free. */
    public ClusterOptions port(int value) {
        if (value < 0 || value > MAX_PORT) {
            throw new IllegalArgumentException("port must be from 0 to " + MAX_PORT + ", but is " + value);
        }
        return new ClusterOptions(new Values(
                values.name,
                values.codecs,
                values.engine,
                values.host,
                value,
                values.seeds,
                values.tls,
                values.plaintext,
                values.splitBrain,
                values.stableAfter,
                values.joinTimeout,
                values.handOffTimeout,
                values.shards,
                values.link,
                values.onLoss));
    }

    /** Sets by which nodes this one joins. The first seed founds the cluster if the others don't answer; all nodes should have the same list. Without seeds, the default, a node founds a cluster of its own. */
    public ClusterOptions seeds(List<NodeAddress> value) {
        return new ClusterOptions(new Values(
                values.name,
                values.codecs,
                values.engine,
                values.host,
                values.port,
                Nulls.copy(value, "seeds"),
                values.tls,
                values.plaintext,
                values.splitBrain,
                values.stableAfter,
                values.joinTimeout,
                values.handOffTimeout,
                values.shards,
                values.link,
                values.onLoss));
    }

    /** Sets the certificates by which nodes know each other. */
    public ClusterOptions tls(TlsCertificates value) {
        return new ClusterOptions(new Values(
                values.name,
                values.codecs,
                values.engine,
                values.host,
                values.port,
                values.seeds,
                Optional.of(Objects.requireNonNull(value, "tls")),
                values.plaintext,
                values.splitBrain,
                values.stableAfter,
                values.joinTimeout,
                values.handOffTimeout,
                values.shards,
                values.link,
                values.onLoss));
    }

    /** Sets whether nodes talk without certificates, in plain text; false by default. That is for addresses of the loopback network only. */
    public ClusterOptions plaintext(boolean value) {
        return new ClusterOptions(new Values(
                values.name,
                values.codecs,
                values.engine,
                values.host,
                values.port,
                values.seeds,
                values.tls,
                value,
                values.splitBrain,
                values.stableAfter,
                values.joinTimeout,
                values.handOffTimeout,
                values.shards,
                values.link,
                values.onLoss));
    }

    /** Sets which part goes on when nodes don't reach each other; {@link SplitBrain#keepMajority} by default. */
    public ClusterOptions splitBrain(SplitBrain value) {
        return new ClusterOptions(new Values(
                values.name,
                values.codecs,
                values.engine,
                values.host,
                values.port,
                values.seeds,
                values.tls,
                values.plaintext,
                Objects.requireNonNull(value, "splitBrain"),
                values.stableAfter,
                values.joinTimeout,
                values.handOffTimeout,
                values.shards,
                values.link,
                values.onLoss));
    }

    /** Sets for how long who reaches whom must have stood still before a split is decided; 3 seconds by default, at least half a second. */
    public ClusterOptions stableAfter(Duration value) {
        if (Objects.requireNonNull(value, "stableAfter").compareTo(Duration.ofMillis(500)) < 0) {
            throw new IllegalArgumentException("stableAfter must be at least 500 ms, but is " + value);
        }
        return new ClusterOptions(new Values(
                values.name,
                values.codecs,
                values.engine,
                values.host,
                values.port,
                values.seeds,
                values.tls,
                values.plaintext,
                values.splitBrain,
                value,
                values.joinTimeout,
                values.handOffTimeout,
                values.shards,
                values.link,
                values.onLoss));
    }

    /** Sets how long joining may take; 20 seconds by default. */
    public ClusterOptions joinTimeout(Duration value) {
        requirePositive("joinTimeout", value);
        return new ClusterOptions(new Values(
                values.name,
                values.codecs,
                values.engine,
                values.host,
                values.port,
                values.seeds,
                values.tls,
                values.plaintext,
                values.splitBrain,
                values.stableAfter,
                value,
                values.handOffTimeout,
                values.shards,
                values.link,
                values.onLoss));
    }

    /** Sets how long the entities of a shard have for what waits for them when it moves to another node; 30 seconds by default. What is left after three quarters of it is stopped. */
    public ClusterOptions handOffTimeout(Duration value) {
        requirePositive("handOffTimeout", value);
        return new ClusterOptions(new Values(
                values.name,
                values.codecs,
                values.engine,
                values.host,
                values.port,
                values.seeds,
                values.tls,
                values.plaintext,
                values.splitBrain,
                values.stableAfter,
                values.joinTimeout,
                value,
                values.shards,
                values.link,
                values.onLoss));
    }

    /** Sets into how many shards the keys of a type are divided; 128 by default. About ten times the number of nodes is right. */
    public ClusterOptions shards(int value) {
        if (value < 1 || value > MAX_SHARDS) {
            throw new IllegalArgumentException("shards must be from 1 to " + MAX_SHARDS + ", but is " + value);
        }
        return new ClusterOptions(new Values(
                values.name,
                values.codecs,
                values.engine,
                values.host,
                values.port,
                values.seeds,
                values.tls,
                values.plaintext,
                values.splitBrain,
                values.stableAfter,
                values.joinTimeout,
                values.handOffTimeout,
                value,
                values.link,
                values.onLoss));
    }

    /** Sets how much may be on its way to another node. */
    public ClusterOptions link(LinkOptions value) {
        return new ClusterOptions(new Values(
                values.name,
                values.codecs,
                values.engine,
                values.host,
                values.port,
                values.seeds,
                values.tls,
                values.plaintext,
                values.splitBrain,
                values.stableAfter,
                values.joinTimeout,
                values.handOffTimeout,
                values.shards,
                Objects.requireNonNull(value, "link"),
                values.onLoss));
    }

    /** Sets who is told of each message that was lost; nobody by default. It is called by the node's own threads, by several at once, must return quickly, and what it throws is logged. */
    public ClusterOptions onLoss(Consumer<? super MessageLoss> value) {
        return new ClusterOptions(new Values(
                values.name,
                values.codecs,
                values.engine,
                values.host,
                values.port,
                values.seeds,
                values.tls,
                values.plaintext,
                values.splitBrain,
                values.stableAfter,
                values.joinTimeout,
                values.handOffTimeout,
                values.shards,
                values.link,
                Objects.requireNonNull(value, "onLoss")));
    }

    private static void requirePositive(String name, Duration value) {
        if (!Objects.requireNonNull(value, name).isPositive()) {
            throw new IllegalArgumentException(name + " must be above zero, but is " + value);
        }
    }

    /** Returns the name of the cluster. */
    public String name() {
        return values.name;
    }

    /** Returns the types of keys and messages. */
    public CodecRegistry codecs() {
        return values.codecs;
    }

    /** Returns the name of the engine, empty if it is the only one. */
    public Optional<String> engine() {
        return values.engine;
    }

    /** Returns the address by which others reach this node. */
    public String host() {
        return values.host;
    }

    /** Returns the port, 0 for any. */
    public int port() {
        return values.port;
    }

    /** Returns by which nodes this one joins. */
    public List<NodeAddress> seeds() {
        return values.seeds;
    }

    /** Returns the certificates, empty if there are none. */
    public Optional<TlsCertificates> tls() {
        return values.tls;
    }

    /** Returns whether nodes talk in plain text. */
    public boolean plaintext() {
        return values.plaintext;
    }

    /** Returns which part goes on when nodes don't reach each other. */
    public SplitBrain splitBrain() {
        return values.splitBrain;
    }

    /** Returns how long a split must have stood still. */
    public Duration stableAfter() {
        return values.stableAfter;
    }

    /** Returns how long joining may take. */
    public Duration joinTimeout() {
        return values.joinTimeout;
    }

    /** Returns how long the entities of a shard have when it moves. */
    public Duration handOffTimeout() {
        return values.handOffTimeout;
    }

    /** Returns into how many shards the keys of a type are divided. */
    public int shards() {
        return values.shards;
    }

    /** Returns how much may be on its way to another node. */
    public LinkOptions link() {
        return values.link;
    }

    /** Returns who is told of lost messages. */
    public Consumer<? super MessageLoss> onLoss() {
        return values.onLoss;
    }

    @Override
    public String toString() {
        return "ClusterOptions[name=" + values.name + ", address=" + values.host + ":" + values.port + ", seeds="
                + values.seeds + "]";
    }
}
