package dev.ropewalk.lab.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.Locale;

/**
 * The configuration of a node of Pekko: its defaults, but for what follows. Shards move as soon as a node joins, which they hardly do
 * otherwise. Messages have a serializer written by hand. The split brain resolver is switched on, without which no node is ever taken for
 * dead.
 */
final class PekkoConfig {
    /** Of nodes that host entities with reliable delivery. */
    static final String PEER = "peer";

    /** So long that no message is dropped here. */
    private static final int LONG_QUEUE = 1 << 22;

    private PekkoConfig() {}

    /**
     * Returns the configuration.
     *
     * @param drops whether the queue of outgoing messages is as short as it is by default, so that it drops some
     */
    static Config of(Load load, boolean isFirst, boolean drops) {
        var settings =
                new StringBuilder(String.format(Locale.ROOT, """
                    pekko {
                      loglevel = ERROR
                      stdout-loglevel = OFF
                      log-dead-letters = off
                      daemonic = on
                      jvm-shutdown-hooks = off
                      coordinated-shutdown {
                        run-by-jvm-shutdown-hook = off
                        run-by-actor-system-terminate = off
                      }
                      actor {
                        provider = cluster
                        allow-java-serialization = off
                        serializers.lab = "%1$s$Serializer"
                        serialization-bindings {
                          "%1$s$Keyed" = lab
                          "%1$s$Here" = lab
                        }
                      }
                      remote.artery {
                        transport = tcp
                        canonical { hostname = "127.0.0.1", port = 0 }
                      }
                      cluster {
                        jmx.enabled = off
                        downing-provider-class = "org.apache.pekko.cluster.sbr.SplitBrainResolverProvider"
                        sharding {
                          number-of-shards = %2$d
                          rebalance-interval = 1s
                          least-shard-allocation-strategy.rebalance-absolute-limit = %2$d
                        }
                      }
                    }
                    """, PekkoMessages.class.getName(), PekkoMessages.SHARDS));
        if (!isFirst) {
            settings.append("pekko.cluster.roles = [").append(PEER).append("]\n");
        }
        if (!drops) {
            settings.append("pekko.remote.artery.advanced.outbound-message-queue-size = ")
                    .append(LONG_QUEUE)
                    .append('\n');
        }
        load.window()
                .ifPresent(messages -> settings.append(
                                "pekko.reliable-delivery.sharding.consumer-controller.flow-control-window = ")
                        .append(messages)
                        .append('\n'));
        return ConfigFactory.parseString(settings.toString()).withFallback(ConfigFactory.load());
    }
}
