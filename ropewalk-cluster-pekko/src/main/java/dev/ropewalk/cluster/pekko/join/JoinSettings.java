package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.pekko.settings.Hosts;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * What a {@link Joiner} is made for.
 *
 * @param options of the node
 * @param self the node
 * @param seeds whom it asks
 * @param probe looks at addresses
 */
record JoinSettings(ClusterOptions options, Node self, Seeds seeds, Probe probe) {
    static JoinSettings of(ClusterOptions options, Node self, Optional<SSLContext> tls) {
        Seeds seeds = options.discovery()
                .<Seeds>map(discovery -> new DiscoveredSeeds(discovery, self.address(), options.foundingNodes()))
                .orElseGet(() -> new FixedSeeds(options.seeds()));
        return new JoinSettings(options, self, seeds, new Probe(Hosts.clientAddress(options), tls));
    }
}
