package dev.ropewalk.cluster.pekko.node;

import dev.ropewalk.base.Attempts;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.pekko.log.EngineLogger;
import dev.ropewalk.cluster.pekko.settings.Hosts;
import dev.ropewalk.cluster.pekko.settings.Roles;
import dev.ropewalk.cluster.pekko.settings.Settings;
import dev.ropewalk.cluster.pekko.split.SmallerPart;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent;
import org.apache.pekko.cluster.MemberStatus.Down$;
import org.apache.pekko.cluster.MemberStatus.Exiting$;
import org.apache.pekko.cluster.MemberStatus.Joining$;
import org.apache.pekko.cluster.MemberStatus.Leaving$;
import org.apache.pekko.cluster.MemberStatus.Up$;
import org.apache.pekko.cluster.MemberStatus.WeaklyUp$;
import org.apache.pekko.cluster.UniqueAddress;

/** Hears of the members, and tells the listener: all of them whenever something has changed, and once that this node is none any more. */
final class MembersActor extends UntypedAbstractActor {
    private static final Duration LOOKS = Duration.ofMillis(250);
    private static final String STOPPED = "it was stopped";
    private static final String FAILED = "its engine has ended by itself, for a reason that is in the log";

    private final Node self;
    private final Peers peers;
    private final EngineListener listener;
    private final Supplier<Way> way;
    private final Runnable end;
    private final MemberLog log;
    private final Cluster cluster = Cluster.get(getContext().system());
    private final SmallerPart part;
    private final Map<Node, Member> members = new TreeMap<>();

    /** The members that will be removed, since they don't answer: for users they leave. */
    private final Set<Node> givenUp = new HashSet<>();

    /** The members that count for a quorum. */
    private final Set<Node> counted = new HashSet<>();

    private boolean looksSoon;
    private boolean removed;

    /** This node can never join. */
    record Refused(String reason) {}

    private enum Look {
        LOOK
    }

    /**
     * Makes it.
     *
     * @param way tells whether this node wants to leave
     * @param end called when this node is no member any more
     */
    MembersActor(
            ClusterOptions options, Node self, Peers peers, EngineListener listener, Supplier<Way> way, Runnable end) {
        this.self = self;
        this.peers = peers;
        this.listener = listener;
        this.way = way;
        this.end = end;
        log = new MemberLog(getContext().system().name(), self, options.splitBrain());
        String name = getContext().system().name();
        part = new SmallerPart(
                self,
                options.splitBrain(),
                Settings.atMostADay(options.stableAfter()),
                Hosts.order(),
                node -> cluster.failureDetector().isAvailable(Hosts.address(name, node.address())));
    }

    @Override
    public void preStart() {
        cluster.subscribe(
                getSelf(),
                ClusterEvent.initialStateAsSnapshot(),
                ClusterEvent.MemberEvent.class,
                ClusterEvent.ReachabilityEvent.class,
                ClusterEvent.ClusterShuttingDown$.class);
    }

    @Override
    public void onReceive(Object message) {
        if (removed) {
            return;
        }
        switch (message) {
            case ClusterEvent.CurrentClusterState state -> begin(state);
            case ClusterEvent.MemberRemoved event -> remove(event);
            case ClusterEvent.MemberEvent event -> put(event.member());
            case ClusterEvent.UnreachableMember event -> setReachable(event.member(), false);
            case ClusterEvent.ReachableMember event -> setReachable(event.member(), true);
            case Look _ -> {
                looksSoon = false;
                lookAtPart();
            }
            case Refused refused -> end(refused.reason);
            case ClusterEvent.ClusterShuttingDown$ _ -> end(way.get().reasonOr("its part in the cluster has ended"));
            default -> unhandled(message);
        }
    }

    private void begin(ClusterEvent.CurrentClusterState state) {
        for (org.apache.pekko.cluster.Member member : state.getMembers()) {
            keep(member, true);
        }
        for (org.apache.pekko.cluster.Member member : state.getUnreachable()) {
            Node node = Hosts.node(member.uniqueAddress());
            members.computeIfPresent(node, (key, known) -> new Member(node, known.status(), false, known.roles()));
        }
        tell();
    }

    private void put(org.apache.pekko.cluster.Member member) {
        Node node = Hosts.node(member.uniqueAddress());
        if (node.equals(self) && member.status() instanceof Down$) {
            end(
                    way.get() == Way.LEAVES_NOW
                            ? way.get().reasonOr("")
                            : "it has seen that it is in the smaller part of the cluster, or others have taken it out because it didn't answer");
            return;
        }
        Member known = members.get(node);
        keep(member, known == null || known.isReachable());
        tell();
    }

    private void setReachable(org.apache.pekko.cluster.Member member, boolean isReachable) {
        keep(member, isReachable);
        tell();
    }

    private void keep(org.apache.pekko.cluster.Member member, boolean isReachable) {
        Node node = Hosts.node(member.uniqueAddress());
        members.put(node, new Member(node, status(member), isReachable, Roles.of(member)));
        if (member.status() instanceof Down$) {
            givenUp.add(node);
        }
        if (isCounted(member.status())) {
            counted.add(node);
        } else {
            counted.remove(node);
        }
    }

    private void remove(ClusterEvent.MemberRemoved event) {
        UniqueAddress address = event.member().uniqueAddress();
        Node node = Hosts.node(address);
        if (node.equals(self)) {
            end(
                    event.previousStatus() instanceof Exiting$
                            ? Way.LEFT
                            : "others have taken it out because it didn't answer");
        } else if (members.remove(node) != null) {
            givenUp.remove(node);
            counted.remove(node);
            log.removed(node, event.previousStatus() instanceof Exiting$);
            tell();
        }
    }

    /** Returns whether Pekko counts such a member for a quorum. */
    static boolean isCounted(org.apache.pekko.cluster.MemberStatus status) {
        return status instanceof Up$ || status instanceof Leaving$;
    }

    private static MemberStatus status(org.apache.pekko.cluster.Member member) {
        return switch (member.status()) {
            case Up$ _ -> MemberStatus.UP;
            case Joining$ _, WeaklyUp$ _ -> MemberStatus.JOINING;
            default -> MemberStatus.LEAVING;
        };
    }

    private void tell() {
        if (!members.containsKey(self)) {
            return; // it hasn't joined yet
        }
        log.members(members, givenUp, counted.size());
        peers.set(members.keySet());
        lookAtPart();
        List<Member> all = new ArrayList<>(members.values());
        guarded("members", told -> told.members(List.copyOf(all)));
    }

    /** Looks whether this node's part of the cluster is too small, and again soon as long as somebody is missed: nobody says whom this node itself hears. */
    private void lookAtPart() {
        long now = System.nanoTime();
        part.note(members.values(), now);
        if (part.isLost(now)) {
            cluster.down(cluster.selfAddress()); // its end follows
        } else if (!looksSoon && !members.values().stream().allMatch(Member::isReachable)) {
            looksSoon = true;
            var system = getContext().system();
            Duration next = Duration.ofNanos(Math.min(LOOKS.toNanos(), part.nanosUntilLost(now)));
            var ignored = system.scheduler().scheduleOnce(next, getSelf(), Look.LOOK, system.dispatcher(), getSelf());
        }
    }

    /** Tells of the end, whatever the log does: entities must not go on beside their heirs. */
    private void end(String reason) {
        if (!removed) {
            Attempts.all(
                    () -> removed = true,
                    () -> log.ended(way.get() != Way.STAYS, reason),
                    () -> peers.set(Map.<Node, Member>of().keySet()),
                    () -> guarded("removed", told -> told.removed(self + " is no member any more: " + reason)),
                    end);
        }
    }

    /** The actor system ends, whoever has ended it. */
    @Override
    public void postStop() {
        end(way.get() == Way.STAYS ? FAILED : way.get().reasonOr(STOPPED));
    }

    private void guarded(String method, Consumer<EngineListener> call) {
        try {
            call.accept(listener);
        } catch (Throwable thrown) {
            EngineLogger.LOG.log(
                    Level.ERROR,
                    "cluster " + getContext().system().name() + ": the listener failed in " + method,
                    thrown);
        }
    }
}
