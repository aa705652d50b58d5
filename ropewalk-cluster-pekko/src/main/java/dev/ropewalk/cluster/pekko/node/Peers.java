package dev.ropewalk.cluster.pekko.node;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.pekko.settings.Hosts;
import dev.ropewalk.cluster.pekko.wire.Frame;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.cluster.UniqueAddress;
import org.jspecify.annotations.Nullable;

/** The members as frames see them: who may send, and by which ref each is sent to. */
final class Peers {
    /** Where the frames of each node come in. */
    static final String RECEIVER = "ropewalk";

    private final ExtendedActorSystem system;
    private final Node self;

    private final ConcurrentHashMap<Node, ActorRef> receivers = new ConcurrentHashMap<>();

    Peers(ActorSystem system, Node self) {
        this.system = (ExtendedActorSystem) system;
        this.self = self;
    }

    /** Sets who is a member. One caller at a time. */
    void set(Set<Node> members) {
        receivers.keySet().retainAll(members);
        for (Node member : members) {
            receivers.computeIfAbsent(member, this::receiverOf);
        }
    }

    private ActorRef receiverOf(Node member) {
        Address address = Hosts.address(system.name(), new NodeAddress(member.host(), member.port()));
        return system.provider().resolveActorRef(address + "/user/" + RECEIVER);
    }

    /**
     * Sends a frame.
     *
     * @param receiver of this node
     * @return false if the node is no member
     */
    boolean send(Node to, byte[] frame, ActorRef receiver) {
        ActorRef ref = receivers.get(to);
        if (ref == null) {
            return false;
        }
        ref.tell(new Frame(self.incarnation(), to.incarnation(), frame), receiver);
        return true;
    }

    /** Returns the node at an address, also if it is no member. */
    Node node(Address address, long incarnation) {
        return address.hasLocalScope()
                ? new Node(self.host(), self.port(), incarnation)
                : Hosts.node(new UniqueAddress(address, incarnation));
    }

    boolean isMember(@Nullable Node node) {
        return node != null && receivers.containsKey(node);
    }
}
