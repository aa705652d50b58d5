package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Trial;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The contenders. */
final class Parties {
    static final String MAIN = "ropewalk";
    static final String CACHED = "ropewalk-cached";
    static final String ACTOR = "ropewalk-actor";
    static final String PEKKO = "pekko";
    static final String PEKKO_CACHED = "pekko-cached";
    static final String PEKKO_DEFAULTS = "pekko-defaults";

    private static final Set<Workload> ALL = EnumSet.allOf(Workload.class);

    private Parties() {}

    static List<Contender> contenders() {
        return List.of(
                contender(
                        MAIN,
                        "Ropewalk's entities on the engine of Pekko, with the defaults. In workload local they are"
                                + " those of a local cluster.",
                        ALL),
                contender(
                        CACHED,
                        "The same node in a JVM with a cache of classes, which the JDK has made in a run before.",
                        Set.of(Workload.JOIN)),
                contender(
                        ACTOR,
                        "A plain actor of Ropewalk, to see what an entity of the same process costs more.",
                        Set.of(Workload.LOCAL)),
                contender(
                        PEKKO,
                        "Pekko's cluster sharding, with a queue of outgoing messages so long that it drops none, and"
                                + " serializers written by hand; at least once by its ShardingProducerController. Its"
                                + " split brain resolver is switched on, and shards may all move when a node joins.",
                        ALL),
                contender(PEKKO_CACHED, "Pekko's node in a JVM with such a cache.", Set.of(Workload.JOIN)),
                contender(
                        PEKKO_DEFAULTS,
                        "The same with the queue of outgoing messages as it is by default: 3072 long.",
                        Set.of(Workload.TELL)));
    }

    private static Contender contender(String name, String description, Set<Workload> takes) {
        return Contender.of(name, description, cell -> open(name, Load.of(cell.params())))
                .refusing(params -> takes.contains(Load.of(params).workload())
                        ? Optional.empty()
                        : Optional.of(name + " is for "
                                + String.join(
                                        ", ",
                                        takes.stream().map(Workload::label).toList())));
    }

    private static Trial open(String name, Load load) throws Exception {
        return switch (load.workload()) {
            case TELL, RELIABLE -> new RateTrial(name, load);
            case ASK -> new AskTrial(name, load);
            case LOCAL -> new LocalTrial(load, arrivals -> local(name, load, arrivals));
            case JOIN -> new JoinTrial(name, load);
            case HAND_OFF -> new HandOffTrial(name, load);
            case FAILOVER -> new FailoverTrial(name, load);
        };
    }

    /** Returns how a contender joins a cluster. */
    static Member.Joiner joiner(String name) {
        return switch (name) {
            case MAIN, CACHED -> RopewalkMember::join;
            case PEKKO, PEKKO_CACHED -> (load, seed, arrivals) -> PekkoMember.join(load, seed, arrivals, false);
            case PEKKO_DEFAULTS -> (load, seed, arrivals) -> PekkoMember.join(load, seed, arrivals, true);
            default -> throw new IllegalArgumentException(name + " joins no cluster");
        };
    }

    /** Returns whether the JVM of a contender's node has a cache of classes. */
    static boolean hasCache(String name) {
        return name.equals(CACHED) || name.equals(PEKKO_CACHED);
    }

    /** Returns whether messages of a contender get lost of which nobody is told. */
    static boolean losesSilently(String name) {
        return name.equals(PEKKO_DEFAULTS);
    }

    private static Recipients local(String name, Load load, Recipients.Arrival arrivals) throws Exception {
        return switch (name) {
            case MAIN -> RopewalkMember.local(load, arrivals);
            case ACTOR -> new PlainActors(load, arrivals);
            default -> begun(load, joiner(name).join(load, Optional.empty(), arrivals));
        };
    }

    /** Returns the node when its entities have begun: until then Pekko keeps messages for them, and drops those that are too many. */
    private static Member begun(Load load, Member member) {
        for (int entity = 0; entity < load.entities(); entity++) {
            member.whereIs(entity).toCompletableFuture().join();
        }
        return member;
    }
}
