package dev.ropewalk.cluster.pekko.shard;

import dev.ropewalk.cluster.pekko.shard.TakeOver.Other;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus.Joining$;
import org.apache.pekko.cluster.MemberStatus.Removed$;
import org.apache.pekko.cluster.MemberStatus.Up$;
import org.apache.pekko.cluster.MemberStatus.WeaklyUp$;

/**
 * Pekko's coordinators on a node that leaves. Each waits until another node has taken over from it, for as long as Pekko's phase may take. So they end when none does: see {@link TakeOver}.
 *
 * <p>Nobody needs them here then: a node is seen to leave only when its shards have left it, or won't. One that joins meanwhile has coordinators of its own when those that leave are gone.
 */
final class Coordinators {
    private static final String ALL = "/system/sharding/*Coordinator";

    /** Pekko's own tasks of the phase, which ask them, have begun by the first look. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final ActorSystem system;
    private final Cluster cluster;

    Coordinators(ActorSystem system) {
        this.system = system;
        cluster = Cluster.get(system);
    }

    /** This node leaves, and its shards have left it. Looks until the actor system ends. */
    void leave() {
        var ignored = system.scheduler().scheduleWithFixedDelay(PAUSE, PAUSE, this::look, system.dispatcher());
    }

    private void look() {
        if (!TakeOver.isToCome(others())) {
            system.actorSelection(ALL).tell(PoisonPill.getInstance(), ActorRef.noSender());
        }
    }

    /** Returns none if this node is no member any more. */
    private List<Other> others() {
        List<Other> others = new ArrayList<>();
        Member self = cluster.selfMember();
        if (self.status() instanceof Removed$) {
            return others;
        }
        for (Member member : cluster.state().getMembers()) {
            if (!member.equals(self)) {
                boolean stays = switch (member.status()) {
                    case Joining$ _, WeaklyUp$ _, Up$ _ -> true;
                    default -> false;
                };
                others.add(new Other(member.isOlderThan(self), stays));
            }
        }
        return others;
    }
}
