package dev.ropewalk.actor.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Random rings; each repetition has a seed of its own, the same in every run. */
class HashRingTest {
    private static final int KEYS = 20_000;

    private Random random = new Random();

    @BeforeEach
    void seed(TestInfo test) {
        random = new Random(test.getDisplayName().hashCode());
    }

    @RepeatedTest(20)
    void shouldGiveEachNodeAFairShare() {
        List<String> nodes = nodes(2 + random.nextInt(40));
        HashRing<String> ring = ring(nodes);

        Map<String, Integer> shares = new HashMap<>();
        IntStream.range(0, KEYS).forEach(key -> shares.merge(owner(ring, key), 1, Integer::sum));

        double mean = (double) KEYS / nodes.size();
        assertThat(shares).hasSize(nodes.size());
        assertThat(shares.values())
                .allSatisfy(share -> assertThat((double) share).isBetween(mean * 0.55, mean * 1.6));
    }

    @RepeatedTest(20)
    void shouldMoveFewKeysAndOnlyToNodesThatCome() {
        List<String> nodes = nodes(2 + random.nextInt(40));
        int before = 1 + random.nextInt(nodes.size() - 1);
        HashRing<String> small = ring(nodes.subList(0, before));
        HashRing<String> large = small.over(nodes);

        int moved = 0;
        for (int key = 0; key < KEYS; key++) {
            String from = owner(small, key);
            String to = owner(large, key);
            if (!from.equals(to)) {
                moved++;
                assertThat(nodes.indexOf(to)).isGreaterThanOrEqualTo(before);
            }
        }

        double expected = (double) (nodes.size() - before) / nodes.size();
        assertThat((double) moved / KEYS).isBetween(expected * 0.55, Math.min(1, expected * 1.6));
    }

    @RepeatedTest(20)
    void shouldNotDependOnWhatCameAndWent() {
        List<String> nodes = nodes(20);
        HashRing<String> changed = HashRing.empty(Objects::toString);
        for (int i = 0; i < 10; i++) {
            changed = changed.over(nodes.subList(random.nextInt(10), 10 + random.nextInt(10)));
        }
        HashRing<String> grown = changed.over(nodes);
        HashRing<String> made = ring(nodes);

        for (int key = 0; key < KEYS; key++) {
            assertThat(owner(grown, key)).isEqualTo(owner(made, key));
        }
    }

    @RepeatedTest(20)
    void shouldGiveTheKeysOfAnUnfitNodeToWhoeverWouldHaveThemWithoutIt() {
        List<String> nodes = nodes(2 + random.nextInt(20));
        String unfit = nodes.get(random.nextInt(nodes.size()));
        HashRing<String> ring = ring(nodes);
        HashRing<String> without =
                ring.over(nodes.stream().filter(node -> !node.equals(unfit)).toList());

        for (int key = 0; key < KEYS; key++) {
            assertThat(ring.owner(key, node -> !node.equals(unfit))).isEqualTo(owner(without, key));
        }
    }

    @Test
    void shouldTellNamesApartThatHaveTheSameHashCode() {
        assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
        HashRing<String> ring = ring(List.of("Aa", "BB"));

        assertThat(IntStream.range(0, 1000).mapToObj(key -> owner(ring, key))).contains("Aa", "BB");
    }

    @Test
    void shouldHaveNoOwnerWithoutAFitNode() {
        assertThat(HashRing.<String>empty(Objects::toString).owner(1, _ -> true))
                .isNull();
        assertThat(ring(List.of("a", "b")).owner(1, _ -> false)).isNull();
    }

    private List<String> nodes(int count) {
        List<String> nodes = new ArrayList<>();
        IntStream.range(0, count).forEach(i -> nodes.add("/system/" + random.nextInt(1000) + "/$" + i));
        return nodes;
    }

    private static HashRing<String> ring(List<String> nodes) {
        return HashRing.<String>empty(Objects::toString).over(nodes);
    }

    private static String owner(HashRing<String> ring, int key) {
        return Objects.requireNonNull(ring.owner(key, _ -> true));
    }
}
