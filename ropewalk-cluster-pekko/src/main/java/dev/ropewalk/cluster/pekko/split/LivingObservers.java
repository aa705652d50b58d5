package dev.ropewalk.cluster.pekko.split;

import java.util.HashSet;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.Reachability;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.cluster.sbr.DowningStrategy;
import scala.Option;
import scala.collection.immutable.Set;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A strategy of Pekko, which isn't told what nodes have observed that are dead or cut off by now, nor that somebody is unreachable of whom only those say so.
 *
 * <p>Pekko takes a node that isn't reached, and doesn't reach another one, for one that still takes part by way of others. So it is if the nodes lie on a way that is cut, and both still hear the gossip. But so it looks, too, if a
 * node has failed, and another one that had found that out fails before Pekko has decided: its record stays. Pekko finds no decision then, and ends all nodes. A node that takes part has seen what its neighbours say of it. So a
 * record doesn't count if its observer isn't reached, and hasn't seen any gossip since the last one in which a record had changed. Not only that of this moment: it changes when a node joins, too, and then nobody has seen it for a
 * while.
 */
final class LivingObservers extends DowningStrategy {
    private final DowningStrategy decides;
    private final UniqueAddress self;
    private Reachability observed = Reachability.empty();

    /** Who has seen any gossip with these records. */
    private final java.util.Set<Address> takePart = new HashSet<>();

    LivingObservers(DowningStrategy decides, String dataCenter, UniqueAddress self) {
        super(dataCenter, self);
        this.decides = decides;
        this.self = self;
    }

    /** Pekko has told before who has seen the gossip that has these records. It tells the same ones again when the rest of the gossip has changed. */
    @Override
    public void setReachability(Reachability now) {
        if (!now.equals(observed)) {
            takePart.clear();
            takePart.addAll(CollectionConverters.asJava(seenBy()));
        }
        observed = now;
        tell();
    }

    @Override
    public void setSeenBy(Set<Address> now) {
        super.setSeenBy(now);
        decides.setSeenBy(now);
        takePart.addAll(CollectionConverters.asJava(now));
        tell();
    }

    private void tell() {
        Set<UniqueAddress> unreachable = observed.allUnreachableOrTerminated();
        Reachability living = observed.filterRecords(record -> !unreachable.contains(record.observer())
                || takesPart(record.observer().address())
                || record.observer().equals(self));
        super.setReachability(living);
        decides.setReachability(living);
        Set<UniqueAddress> saidByTheDead = unreachable.diff(living.allUnreachableOrTerminated());
        for (Member member : CollectionConverters.asJava(allMembersInDC())) {
            boolean counts = unreachable(member) && !saidByTheDead.contains(member.uniqueAddress());
            if (counts && !decides.unreachable(member)) {
                decides.addUnreachable(member);
            } else if (!counts && decides.unreachable(member)) {
                decides.addReachable(member);
            }
        }
    }

    /** Returns whether a member is known to have seen any gossip with these records. */
    boolean takesPart(Address member) {
        return takePart.contains(member);
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
        takePart.remove(member.address());
    }
}
