package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharesTest {
    private static final int CASES = 2000;

    @Test
    void shouldFindTheOwnerWithTheLeast() {
        assertThat(Shares.least(Map.of("a", List.of("1", "2"), "b", List.of("3"), "c", List.of("4", "5"))))
                .contains("b");
        assertThat(Shares.least(Map.of())).isEmpty();
    }

    @Test
    void shouldMoveNothingThatIsFair() {
        assertThat(Shares.next(List.of(), List.of(), 0, false)).isEmpty();
        assertThat(Shares.next(List.of(), List.of(List.of("1")), 0, false)).isEmpty();
        assertThat(Shares.next(List.of(List.of("1", "2", "3")), List.of(), 0, false))
                .isEmpty();
        assertThat(Shares.next(List.of(List.of("1", "2"), List.of("3")), List.of(), 0, false))
                .isEmpty();
    }

    @Test
    void shouldMoveFewAtATime() {
        assertThat(Shares.next(List.of(shards(128), List.of()), List.of(), 0, false))
                .hasSize(4);
        assertThat(Shares.next(List.of(shards(127), List.of()), List.of(), 1, false))
                .hasSize(3);
        assertThat(Shares.next(List.of(shards(124), List.of()), List.of(), 4, false))
                .isEmpty();
        assertThat(Shares.next(List.of(shards(120), List.of()), List.of(), 8, false))
                .isEmpty();
        assertThat(Shares.next(List.of(shards(1024), List.of()), List.of(), 0, false))
                .hasSize(32);
    }

    @Test
    void shouldMoveThoseFirstThatHaveNoHome() {
        assertThat(Shares.next(List.of(shards(10), List.of()), List.of(List.of("a", "b", "c")), 0, false))
                .hasSize(4)
                .contains("a", "b", "c");
        assertThat(Shares.next(
                        List.of(List.of("1"), List.of("2")), List.of(List.of("a", "b", "c", "d", "e")), 0, false))
                .containsExactly("e", "d", "c", "b");
        assertThat(Shares.next(List.of(List.of("1")), List.of(List.of("a", "b", "c"), List.of("d", "e")), 0, false))
                .containsExactly("c", "e", "b", "d");
    }

    /** What moves already goes to the owner with the least. */
    @Test
    void shouldCountWhatMoves() {
        assertThat(Shares.next(List.of(shards(4), List.of("a", "b")), List.of(), 2, false))
                .isEmpty();
        assertThat(Shares.next(List.of(shards(6), List.of("a", "b")), List.of(), 2, false))
                .hasSize(1);
    }

    @Test
    void shouldMoveOneAtATimeToAnOwnerThatIsNew() {
        assertThat(Shares.next(List.of(shards(128), List.of()), List.of(), 0, true))
                .hasSize(1);
        assertThat(Shares.next(List.of(shards(127), List.of()), List.of(), 1, true))
                .isEmpty();
        assertThat(Shares.next(List.of(shards(128), List.of()), List.of(List.of("a", "b")), 0, true))
                .containsExactly("b", "a");
    }

    private static List<String> shards(int count) {
        return IntStream.range(0, count).mapToObj(String::valueOf).toList();
    }

    /** From any beginning, and whichever move ends first: few move at a time, none twice, and they end at fair shares, with no shard of an owner that leaves there. */
    @Test
    void shouldComeToFairShares() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < CASES; i++) {
            Map<Integer, List<String>> shards = new TreeMap<>();
            int all = 0;
            for (int owner = 0; owner < 1 + random.nextInt(6); owner++) {
                List<String> owned = shards.computeIfAbsent(owner, key -> new ArrayList<>());
                for (int count = random.nextInt(20); count > 0; count--) {
                    owned.add("" + all++);
                }
            }
            List<String> homeless = new ArrayList<>();
            for (int count = random.nextInt(5); count > 0; count--) {
                homeless.add("" + all++);
            }
            move(random, shards, homeless, all, "seed " + seed + ", " + shards + ", " + homeless);
            int least = shards.values().stream().mapToInt(List::size).min().orElseThrow();
            assertThat(shards.values())
                    .as("seed %s", seed)
                    .allMatch(owned -> owned.size() == least || owned.size() == least + 1);
            assertThat(shards.values().stream().flatMap(List::stream).distinct().count())
                    .isEqualTo(all);
        }
    }

    private static void move(
            Random random, Map<Integer, List<String>> shards, List<String> homeless, int all, String what) {
        List<String> moving = new ArrayList<>();
        Set<String> moved = new HashSet<>();
        do {
            Set<String> next = Shares.next(List.copyOf(shards.values()), List.of(homeless), moving.size(), false);
            assertThat(moving.size() + next.size()).as(what).isBetween(0, Math.max(4, all / 32));
            assertThat(next).as(what).allMatch(moved::add);
            homeless.removeAll(next);
            shards.values().forEach(owned -> owned.removeAll(next));
            moving.addAll(next);
            if (!moving.isEmpty()) {
                String landed = moving.remove(random.nextInt(moving.size()));
                int least = Shares.least(shards).orElseThrow();
                Objects.requireNonNull(shards.get(least)).add(landed);
            }
        } while (!moving.isEmpty());
    }
}
