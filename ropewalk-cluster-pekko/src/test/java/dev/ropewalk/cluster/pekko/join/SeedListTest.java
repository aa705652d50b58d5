package dev.ropewalk.cluster.pekko.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.SeedDiscovery;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeedListTest {
    private static final NodeAddress SELF = node(1);
    private static final NodeAddress OTHER = node(2);
    private static final NodeAddress THIRD = node(3);

    private final SeedList list = new SeedList(seeds(self -> List.of()), SELF);

    private static NodeAddress node(int last) {
        return new NodeAddress("10.0.0." + last, 2551);
    }

    private static Seeds seeds(SeedDiscovery discovery) {
        return new DiscoveredSeeds(discovery, SELF, 2);
    }

    private static long at(int seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    private boolean found(int second, NodeAddress... addresses) {
        return list.looked(new Lookup(List.of(addresses), Optional.empty(), false, at(second)), at(second));
    }

    private String advice(int outside, int second) {
        return list.advice(outside, seed -> false, at(second));
    }

    private boolean failed(int second) {
        return list.looked(new Lookup(List.of(), Optional.of("no such name"), false, at(second)), at(second));
    }

    @Test
    void shouldLookOnceAtATimeAndAgainAfterASecond() {
        assertThat(list.isDue(at(0), false)).isTrue();
        list.beginLook(at(0));
        assertThat(list.isDue(at(10), false)).isFalse();
        assertThat(found(0, SELF)).isTrue();
        assertThat(list.isDue(at(0), false)).isFalse();
        assertThat(list.isDue(at(1), false)).isTrue();
        assertThat(list.isDue(at(14), true)).isFalse();
        assertThat(list.isDue(at(15), true)).isTrue();
    }

    @Test
    void shouldLookForFixedSeedsOnce() {
        var fixed = new SeedList(new FixedSeeds(List.of(SELF, OTHER)), SELF);
        assertThat(fixed.isDue(at(0), false)).isTrue();
        fixed.beginLook(at(0));
        assertThat(fixed.looked(Lookup.of(new FixedSeeds(List.of(SELF, OTHER)), 0), 0))
                .isTrue();
        assertThat(fixed.isDue(at(100), false)).isFalse();
        assertThat(fixed.isFreshSince(at(100))).isTrue();
        assertThat(fixed.mayFound(at(100))).isTrue();
        assertThat(fixed.heard(THIRD, at(100))).isFalse();
        assertThat(fixed.others()).containsExactly(OTHER);
    }

    @Test
    void shouldBeFreshByALookThatBeganLater() {
        assertThat(list.isFreshSince(at(0))).isFalse();
        found(5, SELF);
        assertThat(list.isFreshSince(at(5))).isTrue();
        assertThat(list.isFreshSince(at(6))).isFalse();
        failed(7);
        assertThat(list.isFreshSince(at(6))).isFalse();
    }

    @Test
    void shouldKeepWhatWasFoundWhenALookFails() {
        assertThat(failed(0)).isFalse();
        assertThat(list.isNamed()).isFalse();
        assertThat(advice(1, 1)).isEqualTo("Its seeds couldn't be found: no such name");
        assertThat(found(1, SELF, OTHER)).isTrue();
        assertThat(found(2, SELF, OTHER)).isFalse();
        failed(3);
        assertThat(list.others()).containsExactly(OTHER);
        assertThat(advice(1, 4)).startsWith("Its seeds couldn't be found: no such name. Before: ");
    }

    @Test
    void shouldAskWhoHasAskedForAWhile() {
        found(0, SELF, OTHER);
        assertThat(list.heard(SELF, at(0))).isFalse();
        assertThat(list.heard(OTHER, at(0))).isFalse();
        assertThat(list.heard(THIRD, at(0))).isTrue();
        assertThat(list.heard(THIRD, at(20))).isFalse();
        assertThat(list.others()).containsExactlyInAnyOrder(OTHER, THIRD);
        assertThat(list.forget(at(50), Optional.empty())).isFalse();
        assertThat(list.forget(at(51), Optional.of(THIRD))).isFalse();
        assertThat(list.others()).containsExactlyInAnyOrder(OTHER, THIRD);
        assertThat(list.forget(at(51), Optional.empty())).isTrue();
        assertThat(list.others()).containsExactly(OTHER);
    }

    @Test
    void shouldAskWhoHasVanishedForAWhile() {
        found(0, SELF, OTHER, THIRD);
        assertThat(found(40, SELF, OTHER)).isTrue();
        assertThat(list.others()).containsExactlyInAnyOrder(OTHER, THIRD);
        assertThat(list.forget(at(70), Optional.empty())).isFalse();
        assertThat(list.forget(at(71), Optional.empty())).isTrue();
        assertThat(list.others()).containsExactly(OTHER);
    }

    /** Else two clusters might be founded: it lives, though nobody finds it. */
    @Test
    void shouldAskAMemberAsLongAsItSaysSo() {
        found(0, SELF, OTHER);
        list.heard(THIRD, at(0));
        list.keepMember(OTHER, at(20));
        list.keepMember(THIRD, at(20));
        assertThat(list.forget(at(50), Optional.empty())).isFalse();
        assertThat(list.forget(at(51), Optional.empty())).isTrue();
        assertThat(list.others()).containsExactly(OTHER);
    }

    @Test
    void shouldFoundOnlyWhileLooksSucceed() {
        found(10, SELF, OTHER);
        assertThat(list.mayFound(at(15))).isTrue();
        failed(12);
        assertThat(list.mayFound(at(16))).isFalse();
        found(16, SELF, OTHER);
        assertThat(list.mayFound(at(16))).isTrue();
    }

    @Test
    void shouldBoundHowManyHaveAsked() {
        for (int i = 0; i < 2000; i++) {
            list.heard(new NodeAddress("10.1." + i / 250 + "." + i % 250, 2551), at(0));
        }
        assertThat(list.others()).hasSize(1000);
    }

    @Test
    void shouldFoundOnlyWhereOthersFindIt() {
        found(0, OTHER, THIRD);
        assertThat(list.mayFound(at(1))).isFalse();
        assertThat(advice(3, 1))
                .startsWith("This node, 10.0.0.1:2551, isn't among what ")
                .contains("[10.0.0.2:2551, 10.0.0.3:2551]", "`host` and `port` must be as they are found");
        found(1, SELF, OTHER);
        assertThat(list.mayFound(at(2))).isTrue();
        assertThat(advice(1, 1)).contains("founded when 2 nodes are there", "and there are 1 of those");
        assertThat(advice(2, 1)).contains("One of them founds the cluster when");
    }

    @Test
    void shouldAskForTheFirstSeedToBeStartedOnlyIfNothingRunsThere() {
        var fixed = new FixedSeeds(List.of(OTHER, SELF));
        assertThat(fixed.advice(SELF, fixed.now(), seed -> false, 1))
                .contains("only the first of the seeds may found the cluster, " + OTHER + ": start that");
        assertThat(fixed.advice(SELF, fixed.now(), OTHER::equals, 1))
                .contains("only the first of the seeds may found the cluster, " + OTHER + ", where something runs")
                .doesNotContain("start that");
    }

    @Test
    void shouldTellALookThatTakesLong() {
        list.beginLook(at(1));
        assertThat(advice(1, 2)).isEmpty();
        assertThat(advice(1, 8)).isEqualTo("It has looked for its seeds for 7 s, without an answer yet");
    }

    @Test
    void shouldTakeWhatIsFoundInOneOrderAndOneForm() throws Exception {
        var self = new NodeAddress("fd00::1", 2551);
        var same = new NodeAddress("FD00:0:0:0:0:0:0:1", 2551);
        var port = new NodeAddress("fd00::1", 2552);
        assertThat(new DiscoveredSeeds(asked -> List.of(OTHER, same, port, OTHER), self, 1).now())
                .containsExactly(OTHER, self, port);
        var name = new NodeAddress("shop-0.example", 2551);
        assertThat(new DiscoveredSeeds(asked -> List.of(new NodeAddress("Shop-0.Example", 2551)), name, 1).now())
                .containsExactly(name);
    }

    @Test
    void shouldTellWhatADiscoveryThrows() {
        assertThat(Lookup.of(
                        seeds(self -> {
                            throw new IOException("no server");
                        }),
                        1))
                .isEqualTo(new Lookup(List.of(), Optional.of("no server"), false, 1));
        assertThat(Lookup.of(
                        seeds(self -> {
                            throw new IllegalArgumentException("no name");
                        }),
                        1))
                .isEqualTo(new Lookup(List.of(), Optional.of("no name"), true, 1));
        assertThat(Lookup.of(
                        seeds(self -> {
                            throw new IllegalStateException("oops");
                        }),
                        1))
                .isEqualTo(new Lookup(List.of(), Optional.of("java.lang.IllegalStateException: oops"), false, 1));
        assertThat(Lookup.of(seeds(self -> Arrays.asList(OTHER, null)), 1)
                        .failure()
                        .orElse(""))
                .contains("has returned null");
        assertThat(Lookup.of(
                                seeds(self -> IntStream.range(0, 1001)
                                        .mapToObj(i -> OTHER)
                                        .toList()),
                                1)
                        .failure()
                        .orElse(""))
                .contains("has found 1001 addresses, and at most 1000 are taken");
    }
}
