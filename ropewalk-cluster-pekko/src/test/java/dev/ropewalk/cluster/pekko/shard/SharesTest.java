package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
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
        assertThat(Shares.unfair(List.of())).isEmpty();
        assertThat(Shares.unfair(List.of(List.of("1", "2", "3")))).isEmpty();
        assertThat(Shares.unfair(List.of(List.of("1", "2"), List.of("3")))).isEmpty();
    }

    @Test
    void shouldMoveAFifthAtATime() {
        List<String> all = new ArrayList<>();
        for (int shard = 0; shard < 50; shard++) {
            all.add("" + shard);
        }
        assertThat(Shares.unfair(List.of(all, List.of()))).hasSize(10);
        assertThat(Shares.unfair(List.of(List.of("1", "2"), List.of()))).hasSize(1);
    }

    /** From any beginning, each round moves something, from owners with more than others, until all shares are fair; then nothing moves. */
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
            int rounds = 0;
            for (Set<String> moving = next(shards); !moving.isEmpty(); moving = next(shards)) {
                move(moving, shards);
                assertThat(++rounds).as("seed %s, %s", seed, shards).isLessThanOrEqualTo(all);
            }
            int least = shards.values().stream().mapToInt(List::size).min().orElseThrow();
            assertThat(shards.values())
                    .as("seed %s", seed)
                    .allMatch(owned -> owned.size() == least || owned.size() == least + 1);
            assertThat(shards.values().stream().flatMap(List::stream).distinct().count())
                    .isEqualTo(all);
        }
    }

    private static Set<String> next(Map<Integer, List<String>> shards) {
        return Shares.unfair(List.copyOf(shards.values()));
    }

    private static void move(Set<String> moving, Map<Integer, List<String>> shards) {
        shards.values().forEach(owned -> owned.removeAll(moving));
        for (String shard : moving) {
            int least = Shares.least(shards).orElseThrow();
            Objects.requireNonNull(shards.get(least)).add(shard);
        }
    }
}
