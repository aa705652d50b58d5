package dev.ropewalk.cluster.pekko.split;

import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.DowningProvider;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.cluster.sbr.DownAllNodes;
import org.apache.pekko.cluster.sbr.DowningStrategy;
import org.apache.pekko.cluster.sbr.KeepMajority;
import org.apache.pekko.cluster.sbr.KeepOldest;
import org.apache.pekko.cluster.sbr.SplitBrainResolver;
import org.apache.pekko.cluster.sbr.SplitBrainResolverProvider;
import org.apache.pekko.cluster.sbr.SplitBrainResolverSettings;
import org.apache.pekko.cluster.sbr.StaticQuorum;
import scala.Option;
import scala.concurrent.duration.FiniteDuration;

/** Has Pekko's resolver decide splits by Pekko's strategies, which are told nothing that a dead node has seen. Pekko makes it. */
public final class Downing extends DowningProvider {
    private final ActorSystem system;

    /** Makes it, as Pekko asks for it. */
    public Downing(ActorSystem system) {
        this.system = system;
    }

    @Override
    public FiniteDuration downRemovalMargin() {
        return new SplitBrainResolverProvider(system).downRemovalMargin();
    }

    @Override
    public Option<Props> downingActorProps() {
        var settings = new SplitBrainResolverSettings(system.settings().config());
        Cluster cluster = Cluster.get(system);
        String dataCenter = cluster.selfDataCenter();
        UniqueAddress self = cluster.selfUniqueAddress();
        DowningStrategy strategy = switch (settings.DowningStrategy()) {
            case "keep-majority" -> new KeepMajority(dataCenter, Option.empty(), self);
            case "keep-oldest" ->
                new KeepOldest(dataCenter, settings.keepOldestSettings().downIfAlone(), Option.empty(), self);
            case "static-quorum" ->
                new StaticQuorum(dataCenter, settings.staticQuorumSettings().size(), Option.empty(), self);
            case "down-all" -> new DownAllNodes(dataCenter, self);
            default -> throw new IllegalArgumentException("no strategy is " + settings.DowningStrategy());
        };
        return Option.apply(SplitBrainResolver.props(
                settings.DowningStableAfter(), new LivingObservers(strategy, dataCenter, self)));
    }
}
