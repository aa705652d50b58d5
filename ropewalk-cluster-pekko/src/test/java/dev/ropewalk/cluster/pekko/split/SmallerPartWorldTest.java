package dev.ropewalk.cluster.pekko.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.SplitBrain;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Clusters that are cut into two parts, one of which may decide as soon as it can, while in the other one it changes all the time who hears whom. All nodes of that have ended when the first part may have given its shards to new
 * owners, and none of the first part has.
 */
class SmallerPartWorldTest {
    private static final int WORLDS = 1000;
    private static final int MOST_NODES = 6;
    private static final int STEPS = 30;

    /** How much later one node may find out than another one that it doesn't hear a third one. */
    private static final int STEPS_OF_HEARTBEATS = 2;

    private static final long STEP = Duration.ofMillis(250).toNanos();
    private static final Duration STABLE_AFTER = Duration.ofSeconds(3);
    private static final long MARGIN = Duration.ofMillis(1500).toNanos();

    /** What is wrong with a node. */
    enum Flaw {
        NONE,
        /** It takes the word of others that nobody answers. */
        BELIEVES_OTHERS,
        /** It waits until nothing changes, as Pekko does. */
        WAITS_UNTIL_NOTHING_CHANGES,
        /** Of two equal parts it takes the wrong one. */
        TAKES_THE_HIGHEST
    }

    private interface Lives {
        boolean isOver(List<Member> members, long now);
    }

    private static Node node(int number) {
        return new Node("127.0.0.1", number, 1);
    }

    private static Lives life(int self, SplitBrain splitBrain, Flaw flaw, Predicate<Node> isHeard) {
        Comparator<Node> order = flaw == Flaw.TAKES_THE_HIGHEST ? Comparator.reverseOrder() : Comparator.naturalOrder();
        Predicate<Node> hears = flaw == Flaw.BELIEVES_OTHERS ? node -> false : isHeard;
        return new Lives() {
            private SmallerPart part = make();
            private List<Member> seen = List.of();

            private SmallerPart make() {
                return new SmallerPart(node(self), splitBrain, STABLE_AFTER, order, hears);
            }

            @Override
            public boolean isOver(List<Member> members, long now) {
                if (flaw == Flaw.WAITS_UNTIL_NOTHING_CHANGES && !members.equals(seen)) {
                    part = make();
                    seen = members;
                }
                part.note(members, now);
                return part.isLost(now);
            }
        };
    }

    /** A world, from a seed. */
    private static final class World {
        private final Random random;
        private final int nodes;
        private final SplitBrain splitBrain;
        private final Set<Integer> first = new TreeSet<>();

        /** Whether what the nodes of the other part say is heard by the first one, but not the other way round. */
        private final boolean isDeaf;

        /** When one node doesn't hear another one any more, in steps. */
        private final int[][] lost;

        private final boolean[][] hears;

        World(long seed) {
            random = new Random(seed);
            nodes = 2 + random.nextInt(MOST_NODES - 1);
            splitBrain = switch (random.nextInt(3)) {
                case 0 -> SplitBrain.keepMajority();
                case 1 -> SplitBrain.staticQuorum(nodes / 2 + 1);
                default -> SplitBrain.downAll();
            };
            isDeaf = random.nextBoolean();
            lost = new int[nodes + 1][nodes + 1];
            hears = new boolean[nodes + 1][nodes + 1];
            for (int one = 1; one <= nodes; one++) {
                if (random.nextBoolean()) {
                    first.add(one);
                }
                for (int other = 1; other <= nodes; other++) {
                    lost[one][other] = random.nextInt(STEPS_OF_HEARTBEATS + 1);
                    hears[one][other] = true;
                }
            }
        }

        private Set<Integer> others() {
            Set<Integer> others = new TreeSet<>(all().toList());
            others.removeAll(first);
            return others;
        }

        private Stream<Integer> all() {
            return IntStream.rangeClosed(1, nodes).boxed();
        }

        private boolean isSplit() {
            return !first.isEmpty() && first.size() < nodes;
        }

        /** Returns whether the first part goes on. */
        private boolean firstGoesOn() {
            return switch (splitBrain) {
                case SplitBrain.KeepMajority _ ->
                    2 * first.size() > nodes || (2 * first.size() == nodes && first.contains(1));
                case SplitBrain.StaticQuorum quorum -> first.size() >= quorum.nodes();
                default -> false;
            };
        }

        /** Returns after how many steps somebody of the first part has found out of each other node that it is lost. */
        private int found() {
            return others().stream()
                    .mapToInt(other -> first.stream()
                            .mapToInt(one -> lost[one][other])
                            .min()
                            .orElseThrow())
                    .max()
                    .orElseThrow();
        }

        private void pass(int step) {
            for (int one = 1; one <= nodes; one++) {
                for (int other = 1; other <= nodes; other++) {
                    boolean sameSide = first.contains(one) == first.contains(other);
                    if (!sameSide) {
                        hears[one][other] = step < lost[one][other];
                    } else if (!first.contains(one) && random.nextInt(4) == 0) {
                        hears[one][other] = one == other || random.nextBoolean();
                    }
                }
            }
        }

        /** Returns the members as a node sees them, which knows what those of its part say. */
        private List<Member> members(int self) {
            boolean isOfFirst = first.contains(self);
            return all().map(subject -> {
                        boolean isReachable = subject == self
                                || all().filter(one -> first.contains(one) == isOfFirst || (isOfFirst && isDeaf))
                                        .allMatch(one -> hears[one][subject]);
                        return new Member(node(subject), MemberStatus.UP, isReachable, Set.of());
                    })
                    .toList();
        }

        /** Returns what is wrong, if anything is. */
        Optional<String> run(Flaw flaw) {
            if (!isSplit()) {
                return Optional.empty();
            }
            boolean mayFirst = firstGoesOn();
            boolean isFair = mayFirst || splitBrain instanceof SplitBrain.DownAll;
            List<Lives> lives = all().map(self -> life(self, splitBrain, flaw, other -> hears[self][other.port()]))
                    .toList();
            long begin = found() * STEP + STABLE_AFTER.toNanos() + MARGIN;
            Set<Integer> living = new TreeSet<>(all().toList());
            for (int step = 0; step < STEPS; step++) {
                long now = step * STEP;
                pass(step);
                living.removeIf(self -> lives.get(self - 1).isOver(members(self), now));
                if (mayFirst && !living.containsAll(first)) {
                    return Optional.of("of " + first + " that go on only " + living + " live, " + this);
                }
                if (isFair && now >= begin && living.stream().anyMatch(self -> !mayFirst || !first.contains(self))) {
                    return Optional.of(living + " live when only " + first + " may, " + this);
                }
            }
            return Optional.empty();
        }

        @Override
        public String toString() {
            return nodes + " nodes, " + splitBrain + (isDeaf ? ", deaf" : "");
        }
    }

    private static Optional<String> search(Flaw flaw) {
        for (long seed = 0; seed < WORLDS; seed++) {
            Optional<String> complaint = new World(seed).run(flaw);
            if (complaint.isPresent()) {
                return Optional.of("seed " + seed + ": " + complaint.get());
            }
        }
        return Optional.empty();
    }

    @Test
    void shouldEndInTimeAndOnlyWhereItMust() {
        assertThat(search(Flaw.NONE)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = Flaw.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void shouldCatchAFlaw(Flaw flaw) {
        assertThat(search(flaw)).isPresent();
    }
}
