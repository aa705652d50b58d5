package dev.ropewalk.cluster.pekko.split;

import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.Reachability;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.cluster.sbr.DowningStrategy;
import scala.Option;
import scala.collection.immutable.Set;
import scala.collection.immutable.Set$;

/**
 * A strategy of Pekko, which isn't told what nodes have observed that are dead or cut off by now.
 *
 * <p>Pekko takes a node that isn't reached, and doesn't reach another one, for one that still takes part by way of others. So it is if the nodes lie on a way that is cut, and both still hear the gossip. But so it looks, too, if a
 * node has failed, and another one that had found that out fails before Pekko has decided: its record stays. Pekko finds no decision then, and ends all nodes. A node that takes part has seen what its neighbours say of it. So a
 * record doesn't count if its observer isn't reached, and hasn't seen the gossip of this moment.
 */
final class LivingObservers extends DowningStrategy {
    private final DowningStrategy decides;
    private Reachability observed = Reachability.empty();
    private Set<Address> seenBy = Set$.MODULE$.empty();

    LivingObservers(DowningStrategy decides, String dataCenter, UniqueAddress self) {
        super(dataCenter, self);
        this.decides = decides;
    }

    @Override
    public void setReachability(Reachability now) {
        observed = now;
        tell();
    }

    @Override
    public void setSeenBy(Set<Address> now) {
        seenBy = now;
        super.setSeenBy(now);
        decides.setSeenBy(now);
        tell();
    }

    private void tell() {
        Set<UniqueAddress> unreachable = observed.allUnreachableOrTerminated();
        Reachability living = observed.filterRecords(record -> !unreachable.contains(record.observer())
                || seenBy.contains(record.observer().address()));
        super.setReachability(living);
        decides.setReachability(living);
    }

    @Override
    public Option<String> role() {
        return decides.role();
    }

    @Override
    public Decision decide() {
        return decides.decide();
    }

    @Override
    public Set<UniqueAddress> nodesToDown(Decision decision) {
        return decides.nodesToDown(decision);
    }

    @Override
    public void add(Member member) {
        super.add(member);
        decides.add(member);
    }

    @Override
    public void addReachable(Member member) {
        super.addReachable(member);
        decides.addReachable(member);
    }

    @Override
    public void addUnreachable(Member member) {
        super.addUnreachable(member);
        decides.addUnreachable(member);
    }

    @Override
    public void remove(Member member) {
        super.remove(member);
        decides.remove(member);
    }
}
