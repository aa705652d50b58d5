package dev.ropewalk.cluster.pekko.shard;

import dev.ropewalk.cluster.pekko.wire.Heard;
import dev.ropewalk.cluster.pekko.wire.Hosted;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.pekko.actor.UntypedAbstractActorWithTimers;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent;
import org.apache.pekko.cluster.UniqueAddress;

/**
 * Tells each other member which types this node hosts, again and again until that has said that it has heard it; and hears the same from others.
 *
 * <p>Incarnations say which nodes are meant: what a node has told that had the address before isn't true of the next one, and what that had heard the next one hasn't.
 */
final class TypesActor extends UntypedAbstractActorWithTimers {
    static final String NAME = "ropewalk-types";

    private static final Duration AGAIN = Duration.ofMillis(200);

    private final Cluster cluster = Cluster.get(getContext().system());
    private final UniqueAddress self = cluster.selfUniqueAddress();
    private final HostedTypes hosted;
    private final Consumer<String> heard;
    private final Set<String> own = new LinkedHashSet<>();

    /** What each other member hasn't heard yet, as far as this node knows. */
    private final Map<UniqueAddress, Set<String>> unheard = new HashMap<>();

    /** This node hosts a type. */
    record Hosts(String type) {}

    private enum Tick {
        TELL_AGAIN
    }

    /**
     * Knows nobody yet.
     *
     * @param hosted is told who hosts what
     * @param heard is called with each type that another node hosts, again if others do
     */
    TypesActor(HostedTypes hosted, Consumer<String> heard) {
        this.hosted = hosted;
        this.heard = heard;
    }

    @Override
    public void preStart() {
        cluster.subscribe(getSelf(), ClusterEvent.initialStateAsEvents(), ClusterEvent.MemberEvent.class);
        getTimers().startTimerWithFixedDelay(Tick.TELL_AGAIN, Tick.TELL_AGAIN, AGAIN);
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Hosts hosts -> host(hosts.type);
            case Hosted told -> hear(told);
            case Heard answer -> settle(answer);
            case Tick.TELL_AGAIN -> unheard.forEach(this::tell);
            case ClusterEvent.MemberRemoved event -> forget(event.member().uniqueAddress());
            case ClusterEvent.MemberEvent event -> meet(event.member().uniqueAddress());
            default -> unhandled(message);
        }
    }

    private void host(String type) {
        if (own.add(type)) {
            unheard.forEach((node, types) -> {
                types.add(type);
                tell(node, type);
            });
        }
    }

    private void meet(UniqueAddress node) {
        if (!node.equals(self) && !unheard.containsKey(node)) {
            Set<String> types = new LinkedHashSet<>(own);
            unheard.put(node, types);
            tell(node, types);
        }
    }

    private void forget(UniqueAddress node) {
        unheard.remove(node);
        hosted.remove(node);
    }

    private void tell(UniqueAddress node, Set<String> types) {
        types.forEach(type -> tell(node, type));
    }

    private void tell(UniqueAddress node, String type) {
        getContext()
                .actorSelection(node.address() + "/user/" + NAME)
                .tell(new Hosted(self.longUid(), node.longUid(), type), getSelf());
    }

    /** What comes from a node that isn't known as a member yet is told again. */
    private void hear(Hosted told) {
        UniqueAddress node = sender(told.from());
        if (told.to() == self.longUid() && unheard.containsKey(node)) {
            hosted.add(node, told.type());
            heard.accept(told.type());
            getSender().tell(new Heard(self.longUid(), told.from(), told.type()), getSelf());
        }
    }

    private void settle(Heard answer) {
        Set<String> types = unheard.get(sender(answer.from()));
        if (types != null && answer.to() == self.longUid()) {
            types.remove(answer.type());
        }
    }

    private UniqueAddress sender(long incarnation) {
        return new UniqueAddress(getSender().path().address(), incarnation);
    }
}
