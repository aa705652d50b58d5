package dev.ropewalk.cluster.pekko.shard;

import dev.ropewalk.cluster.pekko.wire.Heard;
import dev.ropewalk.cluster.pekko.wire.Leaves;
import dev.ropewalk.cluster.pekko.wire.Part;
import dev.ropewalk.cluster.pekko.wire.TakesPart;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.pekko.actor.ActorSelection;
import org.apache.pekko.actor.UntypedAbstractActorWithTimers;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus.Exiting$;
import org.apache.pekko.cluster.UniqueAddress;

/**
 * Tells each other member of which types this node has a region, and which it hosts, again and again until that has said that it has heard it; and hears the same from others, of whose types it has regions begun. So each member has a region
 * of each type that any member has one of, also if the node that hosted it has left. While all have heard all it does nothing.
 * It also hears which members are taken out, for the {@link Margin}.
 *
 * <p>Incarnations say which nodes are meant: what a node has told that had the address before isn't true of the next one, and what that had heard the next one hasn't. If Pekko restarts this actor it tells all members all again.
 */
final class TypesActor extends UntypedAbstractActorWithTimers {
    static final String NAME = "ropewalk-types";

    private static final Duration AGAIN = Duration.ofMillis(200);

    private final Cluster cluster = Cluster.get(getContext().system());
    private final UniqueAddress self = cluster.selfUniqueAddress();
    private final HostedTypes hosted;
    private final Margin margin;
    private final Consumer<String> regions;
    private final Unheard unheard = new Unheard();

    private enum Tick {
        TELL_AGAIN
    }

    /** What this node is told by itself. */
    enum Own {
        /** It is about to leave. */
        LEAVES
    }

    /**
     * Knows nobody yet.
     *
     * @param hosted is told who hosts what, and knows what this node takes part in
     * @param margin is told which members are taken out
     * @param regions begins a region of a type, unless there is one
     */
    TypesActor(HostedTypes hosted, Margin margin, Consumer<String> regions) {
        this.hosted = hosted;
        this.margin = margin;
        this.regions = regions;
    }

    @Override
    public void preStart() {
        cluster.subscribe(getSelf(), ClusterEvent.initialStateAsEvents(), ClusterEvent.MemberEvent.class);
    }

    /** A {@link Part} is one that this node has begun to take. */
    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Part part -> tellAll(part);
            case Own.LEAVES -> tellThatItLeaves();
            case Leaves told -> hosted.leaves(sender(told.from()));
            case TakesPart told -> hear(told);
            case Heard answer -> settle(answer);
            case Tick.TELL_AGAIN -> unheard.forEach(this::tell);
            case ClusterEvent.MemberRemoved event -> forget(event);
            case ClusterEvent.MemberDowned event -> giveUp(event.member().uniqueAddress());
            case ClusterEvent.MemberEvent event -> meet(event.member().uniqueAddress());
            default -> unhandled(message);
        }
        if (!unheard.isEmpty() && !getTimers().isTimerActive(Tick.TELL_AGAIN)) {
            getTimers().startSingleTimer(Tick.TELL_AGAIN, Tick.TELL_AGAIN, AGAIN);
        }
    }

    private void tellAll(Part part) {
        unheard.add(part);
        unheard.forEach((node, untold) -> {
            if (untold.equals(part)) {
                tell(node, part);
            }
        });
    }

    /** Once: who doesn't hear it sends shards that don't begin here. */
    private void tellThatItLeaves() {
        hosted.leaves(self);
        for (Member member : cluster.state().getMembers()) {
            if (!member.uniqueAddress().equals(self)) {
                tellThatItLeaves(member.uniqueAddress());
            }
        }
    }

    private void tellThatItLeaves(UniqueAddress node) {
        actorAt(node).tell(new Leaves(self.longUid()), getSelf());
    }

    private void meet(UniqueAddress node) {
        if (!node.equals(self) && unheard.meet(node, hosted.own())) {
            hosted.own().forEach(part -> tell(node, part));
            if (hosted.isLeaving(self)) {
                tellThatItLeaves(node);
            }
        }
    }

    private void giveUp(UniqueAddress node) {
        margin.giveUp(node, System.nanoTime());
        meet(node);
    }

    private void forget(ClusterEvent.MemberRemoved event) {
        UniqueAddress node = event.member().uniqueAddress();
        margin.remove(node, event.previousStatus() instanceof Exiting$, System.nanoTime());
        unheard.forget(node);
        hosted.remove(node);
    }

    private void tell(UniqueAddress node, Part part) {
        actorAt(node).tell(new TakesPart(self.longUid(), node.longUid(), part), getSelf());
    }

    private ActorSelection actorAt(UniqueAddress node) {
        return getContext().actorSelection(node.address() + "/user/" + NAME);
    }

    /** What comes from a node that isn't known as a member yet is told again. */
    private void hear(TakesPart told) {
        UniqueAddress node = sender(told.from());
        if (told.to() != self.longUid() || !unheard.knows(node)) {
            return;
        }
        String type = told.part().type();
        if (told.part().hosts()) {
            hosted.add(node, type);
        }
        regions.accept(type);
        getSender().tell(new Heard(self.longUid(), told.from(), told.part()), getSelf());
        var part = new Part(type, false);
        if (hosted.take(part)) {
            tellAll(part);
        }
    }

    private void settle(Heard answer) {
        if (answer.to() == self.longUid()) {
            unheard.settle(sender(answer.from()), answer.part());
        }
    }

    private UniqueAddress sender(long incarnation) {
        return new UniqueAddress(getSender().path().address(), incarnation);
    }
}
