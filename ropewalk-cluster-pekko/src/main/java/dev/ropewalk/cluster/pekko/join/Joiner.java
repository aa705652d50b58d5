package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.pekko.log.EngineLogger;
import dev.ropewalk.cluster.pekko.log.WrongAddress;
import dev.ropewalk.cluster.pekko.settings.Hosts;
import dev.ropewalk.cluster.pekko.settings.Settings;
import dev.ropewalk.cluster.pekko.settings.SharedOptions;
import dev.ropewalk.cluster.pekko.wire.Answer;
import dev.ropewalk.cluster.pekko.wire.Knock;
import dev.ropewalk.cluster.pekko.wire.Standing;
import dev.ropewalk.cluster.pekko.wire.Stranger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import javax.net.ssl.SSLContext;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus.Joining$;
import org.apache.pekko.cluster.MemberStatus.Up$;
import org.apache.pekko.cluster.MemberStatus.WeaklyUp$;
import org.jspecify.annotations.Nullable;

/**
 * Brings this node into a cluster: asks the seeds what they are, has Pekko join the first that is a member, or founds a cluster. Answers the same question of others.
 *
 * <p>A second cluster of the same name must not come to be. So this node founds one only
 * <ul>
 *   <li>if it may: it is the first of its seeds;
 *   <li>and each other seed is known to be no member: there is no process at its address (its name has no address, or connections are refused or closed at once), or it has said
 *       so. One that doesn't answer may be a member;
 *   <li>and that was so twice, one time after the other, from questions that were asked in the last seconds: a node that joins by a seed that ends may be missed once;
 *   <li>and those that are there have promised to found none themselves: {@link Ballot};
 *   <li>and, where seeds are discovered, so many have as the options say, and the seeds were found anew each time.
 * </ul>
 *
 * <p>Pekko's own way for the first seed, to found a cluster when nobody answers for a while, is never taken: it gets the one seed to join, which isn't this node.
 */
public final class Joiner extends UntypedAbstractActor {
    /** The actor's name on each node. */
    public static final String NAME = EngineLogger.JOINER;

    private static final Duration TICK = Duration.ofMillis(200);

    /** So often a member asks for other clusters. */
    private static final int TICKS_OF_WATCH = 15;

    /** Some seconds, and twice as long as a node that was removed may take to find that out. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** What a seed has said is told for so long. */
    private static final long TELL_NANOS = Duration.ofSeconds(3).toNanos();

    private final ClusterOptions options;
    private final Node self;
    private final NodeAddress address;
    private final Seeds seeds;
    private final SeedList list;
    private final Probe probe;
    private final JoinReport report;
    private final BooleanSupplier isLeaving;
    private final Consumer<String> refused;
    private final Map<String, String> shared;
    private final Ballot ballot;
    private final Looks looks;
    private final ExtendedActorSystem system;
    private final Cluster cluster;

    private final Sights sights = new Sights();
    private long collectedSince = System.nanoTime();
    private boolean isClearOnce;
    private boolean hasFounded;
    private boolean hasGivenUp;
    private boolean wasMember;
    private final Target target = new Target();
    private final OtherClusters others;
    private int ticksAsMember;
    private @Nullable Cancellable ticks;

    private enum Tick {
        TICK
    }

    private record Connected(Sight sight, Finding finding, long began) {}

    private record Looked(Sight sight, Optional<Finding> finding, long began) {}

    private Joiner(JoinSettings settings, JoinReport report, BooleanSupplier isLeaving, Consumer<String> refused) {
        this.options = settings.options();
        this.self = settings.self();
        this.address = self.address();
        this.seeds = settings.seeds();
        this.list = new SeedList(seeds, address);
        this.probe = settings.probe();
        this.report = report;
        this.isLeaving = isLeaving;
        this.refused = refused;
        shared = SharedOptions.of(options);
        ballot = new Ballot(address, seeds, list, sights);
        system = (ExtendedActorSystem) getContext().system();
        cluster = Cluster.get(system);
        ActorRef joiner = getSelf();
        looks = new Looks(
                threadName(), seeds, list, lookup -> joiner.tell(lookup, ActorRef.noSender()), System.nanoTime());
        Duration patience =
                Settings.atMostADay(options.stableAfter()).multipliedBy(2).plus(PATIENCE);
        others = new OtherClusters(options.name(), self, cluster, new Rivals(patience));
    }

    /**
     * Returns how to make it.
     *
     * @param tls this node's certificates, empty in plain text
     * @param isLeaving whether this node wants to leave
     * @param refused told why this node can never join
     */
    public static Props props(
            ClusterOptions options,
            Node self,
            Optional<SSLContext> tls,
            JoinReport report,
            BooleanSupplier isLeaving,
            Consumer<String> refused) {
        JoinSettings settings = JoinSettings.of(options, self, tls);
        return Props.create(Joiner.class, () -> new Joiner(settings, report, isLeaving, refused));
    }

    @Override
    public void preStart() {
        ticks = system.scheduler()
                .scheduleWithFixedDelay(
                        Duration.ZERO, TICK, getSelf(), Tick.TICK, getContext().dispatcher(), getSelf());
    }

    @Override
    public void postStop() {
        if (ticks != null) {
            ticks.cancel();
        }
        looks.stop();
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Tick _ -> tick();
            case Lookup lookup -> named(lookup);
            case Connected connected -> connected(connected);
            case Looked looked -> looked.sight.looked(looked.finding, looked.began);
            case Knock knock -> answer(knock);
            case Answer answer -> answered(answer);
            case WrongAddress wrong -> tellStranger(wrong);
            case Stranger stranger -> meet(stranger);
            default -> unhandled(message);
        }
    }

    // Asking

    private void tick() {
        if (isLeaving.getAsBoolean() || hasGivenUp) {
            return;
        }
        if (standing().isPresent()) {
            wasMember = true;
            if (++ticksAsMember % TICKS_OF_WATCH == 0) {
                looks.tick(System.nanoTime(), true);
                askStrangers();
            }
            return;
        }
        long now = System.nanoTime();
        looks.tick(now, false);
        ballot.settle(now);
        if (list.forget(now, ballot.promisee())) {
            askOthers(now);
        }
        for (Sight sight : sights.all()) {
            if (sight.isDue(now)) {
                look(sight, now);
            }
            if (sight.isThere()) {
                ask(sight.seed);
            }
        }
        decide(now);
        if (hasGivenUp) {
            return;
        }
        report.set(inWords(now));
    }

    private void named(Lookup lookup) {
        boolean isChanged = looks.ended(lookup, System.nanoTime());
        if (wasMember) {
            return;
        }
        if (lookup.isFinal()) {
            giveUp("it can't find its seeds: " + lookup.failure().orElse(""));
        } else if (isChanged) {
            askOthers(System.nanoTime());
            tick();
        }
    }

    /** These are others than before. */
    private void askOthers(long now) {
        collectAnew();
        sights.set(list.others(), now);
    }

    private void giveUp(String why) {
        hasGivenUp = true;
        report.set(inWords(System.nanoTime())); // before somebody asks for it
        refused.accept(why);
    }

    private void look(Sight sight, long began) {
        int patience = sight.beginLook();
        boolean deep = sight.isDeep();
        ActorRef joiner = getSelf();
        inBackground(() -> {
            Optional<Finding> found = Optional.empty();
            try {
                found = probe.at(
                        sight.seed,
                        patience,
                        deep,
                        taken -> joiner.tell(new Connected(sight, taken, began), ActorRef.noSender()));
            } finally {
                joiner.tell(new Looked(sight, found, began), ActorRef.noSender());
            }
        });
    }

    private void connected(Connected connected) {
        connected.sight.connected(connected.finding, connected.began);
        ask(connected.sight.seed);
    }

    private void ask(NodeAddress seed) {
        Standing standing = standing().orElseGet(this::outside);
        joinerAt(seed).tell(new Knock(System.nanoTime(), standing, shared), getSelf());
        // What others answer to a node that isn't a candidate is no vote for it: they may have promised to another.
        if (standing != Standing.CANDIDATE) {
            collectAnew();
        }
    }

    private ActorRef joinerAt(NodeAddress node) {
        return system.provider().resolveActorRef(Hosts.address(system.name(), node) + "/user/" + NAME);
    }

    private void inBackground(Runnable work) {
        Thread.ofPlatform().daemon().name(threadName()).start(work);
    }

    private String threadName() {
        return system.name() + "-join";
    }

    private void answered(Answer answer) {
        lookForRival(answer.standing());
        Sight sight = sights.of(Hosts.node(getSender().path().address()));
        if (sight != null) {
            sight.answered(answer);
        }
        if (answer.standing() == Standing.MEMBER) {
            list.keepMember(Hosts.node(getSender().path().address()), System.nanoTime());
        }
    }

    // Answering

    private void answer(Knock knock) {
        lookForRival(knock.standing());
        hear(knock);
        Standing standing = standing().orElseGet(() -> outsideFor(knock));
        getSender().tell(new Answer(knock.stamp(), standing, shared), getSelf());
    }

    private void hear(Knock knock) {
        if (wasMember) {
            return;
        }
        NodeAddress asker = Hosts.node(getSender().path().address());
        long now = System.nanoTime();
        if (list.heard(asker, now)) {
            askOthers(now);
        }
        if (knock.standing() == Standing.OUTSIDE) {
            ballot.release(asker);
        }
    }

    /** Says to a node that has taken this one for another what this one is. Its cluster may have another name. */
    private void tellStranger(WrongAddress wrong) {
        system.provider()
                .resolveActorRef(wrong.from() + "/user/" + NAME)
                .tell(new Stranger(Hosts.node(wrong.asked()), options.name(), address), getSelf());
    }

    private void meet(Stranger stranger) {
        Sight sight = sights.of(stranger.asked());
        if (sight != null) {
            sight.setStranger(
                    stranger.cluster().equals(options.name())
                            ? "calls itself " + stranger.address() + ": write that in `seeds`"
                            : "is a node of another cluster, '" + stranger.cluster() + "'");
        }
    }

    private Standing outsideFor(Knock knock) {
        Standing outside = outside();
        if (knock.standing() != Standing.CANDIDATE || outside == Standing.JOINING) {
            return outside;
        }
        NodeAddress asker = Hosts.node(getSender().path().address());
        return ballot.promise(asker, knock.options(), System.nanoTime()) ? Standing.OUTSIDE : Standing.CANDIDATE;
    }

    /** What this node is while it is no member. */
    private Standing outside() {
        if (target.isSet() || hasFounded) {
            return Standing.JOINING;
        }
        long now = System.nanoTime();
        return list.mayFound(now) && !ballot.hasPromised(now) ? Standing.CANDIDATE : Standing.OUTSIDE;
    }

    /** Asks those that are no members whether they are members of another cluster of this name. */
    private void askStrangers() {
        list.forget(System.nanoTime(), Optional.empty());
        others.strangers(list.others()).forEach(this::ask);
    }

    private void lookForRival(Standing theirs) {
        if (theirs == Standing.MEMBER
                && standing().filter(Standing.MEMBER::equals).isPresent()) {
            others.claim(Hosts.node(getSender().path().address()), System.nanoTime());
        }
    }

    /** What this node is or was in a cluster; empty if it hasn't joined yet. */
    private Optional<Standing> standing() {
        return StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
                .filter(member -> member.uniqueAddress().equals(cluster.selfUniqueAddress()))
                .findFirst()
                .map(Joiner::standing)
                .or(() -> wasMember ? Optional.of(Standing.LEAVING) : Optional.empty());
    }

    private static Standing standing(Member member) {
        return switch (member.status()) {
            case Joining$ _, WeaklyUp$ _, Up$ _ -> Standing.MEMBER;
            default -> Standing.LEAVING;
        };
    }

    // Deciding

    private void decide(long now) {
        if (hasFounded || !list.isNamed()) {
            return;
        }
        List<Sight> members = sights.members(now);
        if (!members.isEmpty()) {
            collectAnew();
            join(members, now);
            return;
        }
        if (target.settle(sights, now)) {
            collectAnew(); // what others answer to a node that joins is no vote for it
        }
        if (ballot.hasPromised(now)) {
            collectAnew(); // what others answer to a node that has promised is no vote for it
        } else if (!target.isSet() && list.mayFound(now) && ballot.promisee().isEmpty()) {
            collect(now);
        }
    }

    private void join(List<Sight> members, long now) {
        for (Sight member : members) {
            String difference =
                    SharedOptions.difference(shared, member.options()).orElse(null);
            if (difference != null) {
                giveUp("it can't join by " + member.seed + ": " + difference);
                return;
            }
        }
        target.choose(members, now).ifPresent(seed -> {
            EngineLogger.LOG.log(Level.INFO, self + " joins cluster '" + options.name() + "' by " + seed);
            cluster.joinSeedNodes(List.of(Hosts.address(system.name(), seed)));
        });
    }

    private void collectAnew() {
        collectedSince = System.nanoTime();
        isClearOnce = false;
    }

    private void collect(long now) {
        boolean isEnough = sights.countOutside(collectedSince, now) + 1 >= seeds.votes();
        if (!isEnough || !list.isFreshSince(collectedSince) || !sights.areClearSince(collectedSince, now)) {
            if (sights.areContradicted(now)) {
                collectAnew();
            }
        } else if (!isClearOnce && (!sights.isEmpty() || seeds.mayChange())) {
            collectedSince = now;
            isClearOnce = true;
        } else {
            hasFounded = true;
            EngineLogger.LOG.log(
                    Level.INFO,
                    self + " founds cluster '" + options.name() + "': "
                            + (sights.isEmpty()
                                    ? "it has no other seeds"
                                    : "no other seed is a member: " + sights.inWords(now)));
            cluster.join(cluster.selfAddress());
        }
    }

    // Telling

    private String inWords(long now) {
        String advice = hasGivenUp
                ? list.trouble(now)
                : list.advice(sights.countOutside(now - TELL_NANOS, now) + 1, sights::isRunning, now);
        if (sights.isEmpty()) {
            return seeds.mayChange() ? advice : "";
        }
        String found = "of its seeds, " + sights.inWords(now);
        if (hasGivenUp) {
            return found;
        }
        return target.seed()
                .map(seed -> found + ". It has asked " + seed + " to let it in")
                .orElse(found + ". " + advice);
    }
}
