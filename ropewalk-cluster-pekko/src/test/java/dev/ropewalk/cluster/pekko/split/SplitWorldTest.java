package dev.ropewalk.cluster.pekko.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.cluster.sbr.DownAllNodes;
import org.apache.pekko.cluster.sbr.DowningStrategy;
import org.apache.pekko.cluster.sbr.KeepMajority;
import org.apache.pekko.cluster.sbr.KeepOldest;
import org.apache.pekko.cluster.sbr.StaticQuorum;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import scala.Option;

/** All ways in which the connections of four nodes can break twice, and some of five: never do two parts go on, and a part does that is to, if all of it are connected. */
class SplitWorldTest {
    private static final int SOME = 50;

    enum Strategy {
        KEEP_MAJORITY,
        KEEP_OLDEST,
        STATIC_QUORUM,
        DOWN_ALL;

        DowningStrategy bare(int nodes, int number) {
            UniqueAddress self = SplitWorld.node(number);
            return switch (this) {
                case KEEP_MAJORITY -> new KeepMajority(SplitWorld.DATA_CENTER, Option.empty(), self);
                case KEEP_OLDEST -> new KeepOldest(SplitWorld.DATA_CENTER, true, Option.empty(), self);
                case STATIC_QUORUM -> new StaticQuorum(SplitWorld.DATA_CENTER, nodes / 2 + 1, Option.empty(), self);
                case DOWN_ALL -> new DownAllNodes(SplitWorld.DATA_CENTER, self);
            };
        }

        DowningStrategy living(int nodes, int number) {
            return new LivingObservers(bare(nodes, number), SplitWorld.DATA_CENTER, SplitWorld.node(number));
        }

        /** Returns whether a part is to go on; the first node is the oldest, and has the lowest address. */
        boolean isToGoOn(int nodes, Set<Integer> part) {
            return switch (this) {
                case KEEP_MAJORITY -> 2 * part.size() > nodes || (2 * part.size() == nodes && part.contains(1));
                case KEEP_OLDEST -> part.contains(1) ? part.size() > 1 : part.size() == nodes - 1;
                case STATIC_QUORUM -> part.size() >= nodes / 2 + 1;
                case DOWN_ALL -> part.size() == nodes;
            };
        }
    }

    private static Stream<SplitWorld> worlds() {
        int four = SplitWorld.Links.count(4);
        int five = SplitWorld.Links.count(5);
        var random = new Random(1);
        return Stream.concat(
                IntStream.range(0, four * four)
                        .filter(both -> ((both / four) & (both % four)) == both % four)
                        .mapToObj(both -> both)
                        .flatMap(both -> worlds(4, both / four, both % four)),
                IntStream.range(0, SOME).mapToObj(number -> number).flatMap(number -> {
                    int before = links(random, five, 3);
                    return worlds(5, before, before & links(random, five, 2));
                }));
    }

    /** Returns some connections: the more rounds, the more of them. */
    private static int links(Random random, int count, int rounds) {
        return random.ints(rounds, 0, count).reduce(0, (some, more) -> some | more);
    }

    private static Stream<SplitWorld> worlds(int nodes, int before, int after) {
        return Stream.of(false, true)
                .map(changes -> new SplitWorld(
                        new SplitWorld.Links(nodes, before), new SplitWorld.Links(nodes, after), changes));
    }

    private static Optional<SplitWorld> findTwoThatGoOn(Strategy strategy, boolean isBare) {
        return worlds().filter(world -> world.parts().stream()
                                .filter(part -> !world.goOn(part, make(strategy, world, isBare))
                                        .isEmpty())
                                .count()
                        > 1)
                .findFirst();
    }

    private static Optional<SplitWorld> findOneThatDoesNotGoOn(Strategy strategy, boolean isBare) {
        return worlds().filter(world -> world.parts().stream()
                        .anyMatch(part -> world.isClean(part)
                                && strategy.isToGoOn(world.nodes(), part)
                                && !world.goOn(part, make(strategy, world, isBare))
                                        .equals(part)))
                .findFirst();
    }

    private static IntFunction<DowningStrategy> make(Strategy strategy, SplitWorld world, boolean isBare) {
        return self -> isBare ? strategy.bare(world.nodes(), self) : strategy.living(world.nodes(), self);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNeverHaveTwoPartsGoOn(Strategy strategy) {
        assertThat(findTwoThatGoOn(strategy, false)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveAPartGoOnThatIsTo(Strategy strategy) {
        assertThat(findOneThatDoesNotGoOn(strategy, false)).isEmpty();
    }

    /** What dead nodes have observed counts for Pekko's strategies. */
    @ParameterizedTest
    @EnumSource(value = Strategy.class, names = "DOWN_ALL", mode = EnumSource.Mode.EXCLUDE)
    void shouldCatchAStrategyThatHearsTheDead(Strategy strategy) {
        assertThat(findOneThatDoesNotGoOn(strategy, true)).isPresent();
    }
}
