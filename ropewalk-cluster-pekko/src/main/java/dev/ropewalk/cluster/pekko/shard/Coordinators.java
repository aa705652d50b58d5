package dev.ropewalk.cluster.pekko.shard;

import java.time.Duration;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus.Joining$;
import org.apache.pekko.cluster.MemberStatus.Up$;
import org.apache.pekko.cluster.MemberStatus.WeaklyUp$;

/**
 * Pekko's coordinators on a node that leaves. Each waits for the next oldest node to take over from it; if that leaves as well, nobody does, and the node would wait for as long as Pekko's phase may take. So they end when no member stays.
 *
 * <p>Nobody needs them then: a node is seen to leave only when its shards have left it, or won't. One that joins meanwhile has coordinators of its own when those that leave are gone.
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
        if (!staysAnybody()) {
            system.actorSelection(ALL).tell(PoisonPill.getInstance(), ActorRef.noSender());
        }
    }

    private boolean staysAnybody() {
        for (Member member : cluster.state().getMembers()) {
            boolean isOther = !member.uniqueAddress().equals(cluster.selfUniqueAddress());
            boolean stays = switch (member.status()) {
                case Joining$ _, WeaklyUp$ _, Up$ _ -> true;
                default -> false;
            };
            if (isOther && stays) {
                return true;
            }
        }
        return false;
    }
}
