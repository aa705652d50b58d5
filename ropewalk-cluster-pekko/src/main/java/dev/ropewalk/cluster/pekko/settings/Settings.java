package dev.ropewalk.cluster.pekko.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigResolveOptions;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.SplitBrain;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.pekko.log.EngineLogger;
import dev.ropewalk.cluster.pekko.split.Downing;
import dev.ropewalk.cluster.pekko.wire.Wire;
import dev.ropewalk.cluster.pekko.wire.WireSerializer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pekko's configuration for a node: the options on top of what Pekko's own files say. Files of the program, system properties and the environment
 * change nothing.
 */
public final class Settings {
    /** The dispatcher of the actor that takes the frames. */
    public static final String FRAMES_DISPATCHER = "pekko.ropewalk-frames-dispatcher";

    /** The phase of a node that leaves between the end of its shards and that of its membership. */
    public static final String SEND_THE_REST = "ropewalk-send-the-rest";

    /** For what is beside a message in a frame, and for what Pekko writes beside that: addresses, paths and names of classes. */
    private static final int ROOM_BESIDE_MESSAGE = Engine.ROOM_BESIDE_MESSAGE + (8 << 10);

    private static final int MAX_BYTES_OF_BUFFERS = 32 << 20;
    private static final int MAX_BUFFERS = 16;

    /** Pekko makes the room between its connections and its lanes of half as many, less one; it doesn't start without. */
    private static final int MIN_BUFFERS = 4;

    /** A node that is cut off decides up to a second later than the others that it is, by Pekko's ticks, and half a second by heartbeats. */
    private static final Duration MIN_REMOVAL_MARGIN = Duration.ofMillis(1500);

    /** For so long nodes may go on failing one after another at least, without standing still for a while, before all end. */
    private static final Duration MIN_UNSTABLE = Duration.ofSeconds(10);

    /** How long Pekko waits for a shard beyond {@link ClusterOptions#handOffTimeout}. Of that it takes 5 seconds off for itself. */
    private static final Duration HAND_OFF_ROOM = Duration.ofSeconds(7);

    /** How long it may take at least until a node listens; on a machine that is overloaded when nodes start it takes seconds. */
    private static final Duration MIN_BIND_TIMEOUT = Duration.ofSeconds(3);

    private static final Duration MAX_TIME = Duration.ofDays(1);

    private final Map<String, Object> values = new HashMap<>();

    private Settings() {}

    /**
     * Returns the configuration.
     *
     * @param loader finds Pekko's own files
     */
    public static Config of(ClusterOptions options, ClassLoader loader) {
        var settings = new Settings();
        settings.system();
        settings.threads();
        settings.wire(options);
        settings.members(options);
        settings.splitBrain(options);
        settings.shards(options);
        return ConfigFactory.parseMap(settings.values, "options of the cluster")
                .withFallback(ConfigFactory.defaultReferenceUnresolved(loader))
                .resolve(ConfigResolveOptions.noSystem());
    }

    /** Returns a time of the options, but no longer than Pekko's timers can wait. */
    public static Duration atMostADay(Duration time) {
        return time.compareTo(MAX_TIME) > 0 ? MAX_TIME : time;
    }

    private void set(String path, Object value) {
        values.put("pekko." + path, value);
    }

    private void set(String path, Duration value) {
        values.put("pekko." + path, value.toMillis() + " ms");
    }

    /** An actor system that never ends the JVM, nor ends with it, and is quiet. */
    private void system() {
        set("actor.provider", "cluster");
        set("actor.allow-java-serialization", false);
        set("jvm-exit-on-fatal-error", false);
        set("jvm-shutdown-hooks", false);
        set("coordinated-shutdown.exit-jvm", false);
        set("coordinated-shutdown.run-by-jvm-shutdown-hook", false);
        set("coordinated-shutdown.run-by-actor-system-terminate", false);
        set("coordinated-shutdown.terminate-actor-system", true);
        set("loggers", List.of(EngineLogger.class.getName()));
        set("loglevel", "WARNING");
        set("stdout-loglevel", "OFF");
        set("java-flight-recorder.enabled", false); // its events cost each node a hundred classes
        set("log-dead-letters", "off");
        set("log-dead-letters-during-shutdown", false);
        set("cluster.log-info", false);
        set("cluster.jmx.enabled", false);
    }

    /** Few threads, which are daemons. Pekko names them after the actor system, which is named after the cluster. */
    private void threads() {
        set("daemonic", true);
        set("scheduler.tick-duration", Duration.ofMillis(20));
        for (String dispatcher : List.of("actor.default-dispatcher", "actor.internal-dispatcher")) {
            set(dispatcher + ".fork-join-executor.parallelism-min", 2);
            set(dispatcher + ".fork-join-executor.parallelism-max", 8);
        }
        values.put(FRAMES_DISPATCHER + ".executor", CallerRuns.class.getName());
        set("remote.default-remote-dispatcher.fork-join-executor.parallelism-max", 8);
    }

    /** Frames of our size, over TCP. */
    private void wire(ClusterOptions options) {
        set("actor.serializers.ropewalk", WireSerializer.class.getName());
        set("actor.serialization-bindings.\"" + Wire.class.getName() + "\"", "ropewalk");
        set("remote.artery.canonical.hostname", Hosts.toPekko(options.host()));
        set("remote.artery.canonical.port", options.port());
        set("remote.artery.bind.hostname", Hosts.toPekko(Hosts.bindHost(options)));
        set("remote.artery.bind.port", Hosts.bindPort(options));
        Duration bindTimeout = atMostADay(options.joinTimeout());
        set(
                "remote.artery.bind.bind-timeout",
                bindTimeout.compareTo(MIN_BIND_TIMEOUT) < 0 ? MIN_BIND_TIMEOUT : bindTimeout);
        Hosts.clientHost(options).ifPresent(host -> set("remote.artery.advanced.tcp.outbound-client-hostname", host));
        set("remote.artery.transport", options.tls().isPresent() ? "tls-tcp" : "tcp");
        int frame = options.codecs().limits().maxFrameBytes() + ROOM_BESIDE_MESSAGE;
        set("remote.artery.advanced.maximum-frame-size", frame + " b");
        set("remote.artery.advanced.buffer-pool-size", buffers(frame));
        set("remote.artery.advanced.outbound-message-queue-size", 4096);
        set("remote.artery.advanced.death-watch-notification-flush-timeout", Duration.ofMillis(500));
        set("remote.artery.advanced.shutdown-flush-timeout", Duration.ofMillis(500));
        // Pekko would end itself when connections fail often, as they do where another program has the address of a
        // node that was killed, or of a seed
        set("remote.artery.advanced.outbound-max-restarts", Integer.MAX_VALUE);
    }

    /** Returns how many buffers for frames Pekko keeps, outside the heap. All have the size of the largest frame, so there are fewer if that is large. */
    private static int buffers(int frameBytes) {
        return Math.clamp(MAX_BYTES_OF_BUFFERS / frameBytes, MIN_BUFFERS, MAX_BUFFERS);
    }

    /** A node that doesn't answer is found out soon. */
    private void members(ClusterOptions options) {
        set("cluster.roles", Roles.toPekko(options.roles()));
        set("cluster.seed-node-timeout", Duration.ofSeconds(3));
        set("cluster.retry-unsuccessful-join-after", Duration.ofSeconds(2));
        set("cluster.run-coordinated-shutdown-when-down", false);
        set("cluster.configuration-compatibility-check.checkers.ropewalk", SameOptions.class.getName());
        set("cluster.periodic-tasks-initial-delay", Duration.ofMillis(200));
        set("cluster.gossip-interval", Duration.ofMillis(200));
        set("cluster.leader-actions-interval", Duration.ofMillis(200));
        set("cluster.unreachable-nodes-reaper-interval", Duration.ofMillis(250));
        set("cluster.failure-detector.heartbeat-interval", Duration.ofMillis(300));
        set("cluster.failure-detector.acceptable-heartbeat-pause", Duration.ofSeconds(1));
    }

    private void splitBrain(ClusterOptions options) {
        set("cluster.downing-provider-class", Downing.class.getName());
        String resolver = "cluster.split-brain-resolver.";
        Duration stableAfter = atMostADay(options.stableAfter());
        set(resolver + "stable-after", stableAfter);
        switch (options.splitBrain()) {
            case SplitBrain.KeepMajority _ -> set(resolver + "active-strategy", "keep-majority");
            case SplitBrain.KeepOldest _ -> set(resolver + "active-strategy", "keep-oldest");
            case SplitBrain.DownAll _ -> set(resolver + "active-strategy", "down-all");
            case SplitBrain.StaticQuorum quorum -> {
                set(resolver + "active-strategy", "static-quorum");
                set(resolver + "static-quorum.quorum-size", quorum.nodes());
            }
        }
        if (!(options.splitBrain() instanceof SplitBrain.KeepOldest)) {
            // A part that is too small ends without waiting until the rest stands still (SmallerPart). So the other one
            // may wait while nodes fail one after another, rather than that all end.
            Duration tripled = stableAfter.multipliedBy(3);
            set(resolver + "down-all-when-unstable", tripled.compareTo(MIN_UNSTABLE) < 0 ? MIN_UNSTABLE : tripled);
        }
        Duration margin = stableAfter.dividedBy(2);
        set("cluster.down-removal-margin", margin.compareTo(MIN_REMOVAL_MARGIN) < 0 ? MIN_REMOVAL_MARGIN : margin);
    }

    /** Shards that nothing but a hand-off ends, and that move soon when a node joins. */
    private void shards(ClusterOptions options) {
        values.put(SameOptions.SHARDS, options.shards());
        String sharding = "cluster.sharding.";
        set(sharding + "state-store-mode", "ddata");
        set(sharding + "remember-entities", false);
        set(sharding + "distributed-data.durable.keys", List.of());
        // Otherwise Pekko doesn't find a node when it is removed whose age has changed, and waits for it at each write.
        set(sharding + "distributed-data.prefer-oldest", false);
        set(sharding + "passivation.strategy", "none");
        Duration handOff = atMostADay(options.handOffTimeout()).plus(HAND_OFF_ROOM);
        set(sharding + "handoff-timeout", handOff);
        set("coordinated-shutdown.phases.cluster-sharding-shutdown-region.timeout", handOff.plusSeconds(3));
        String rest = "coordinated-shutdown.phases." + SEND_THE_REST + ".";
        set(rest + "depends-on", List.of("cluster-sharding-shutdown-region"));
        set(rest + "timeout", atMostADay(options.handOffTimeout()));
        set("coordinated-shutdown.phases.cluster-leave.depends-on", List.of(SEND_THE_REST));
        set(sharding + "retry-interval", Duration.ofMillis(200));
        set(sharding + "rebalance-interval", Duration.ofMillis(100)); // few move at a time
    }
}
