package dev.ropewalk.actor.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.RecordingRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SelectorTest {
    private final RecordingRef<Integer> a = new RecordingRef<>("/a");
    private final RecordingRef<Integer> b = new RecordingRef<>("/b");
    private final RecordingRef<Integer> c = new RecordingRef<>("/c");
    private final List<ActorRef<Integer>> routees = List.of(a, b, c);

    @Test
    void shouldTakeTurns() {
        var selector = new Rotation<>(routees, SelectorTest::alive, Rotation.turns());

        assertThat(selected(selector, 7)).containsExactly(a, b, c, a, b, c, a);
    }

    @Test
    void shouldGoOnTakingTurnsAmongOthers() {
        Selector<Integer> selector = new Rotation<>(routees, SelectorTest::alive, Rotation.turns());
        assertThat(selected(selector, 1)).containsExactly(a);

        assertThat(selected(selector.over(List.of(a, b)), 3)).containsExactly(b, a, b);
    }

    @Test
    void shouldTakeTheNextInPlaceOfOneThatHasStopped() {
        var selector = new Rotation<>(routees, SelectorTest::alive, Rotation.turns());
        b.stopped = true;

        assertThat(selected(selector, 6)).containsExactly(a, c, c, a, c, c);
    }

    @Test
    void shouldDrawLots() {
        var random = new Random(7);
        var selector = new Rotation<>(routees, SelectorTest::alive, random::nextInt);

        List<ActorRef<Integer>> selected = selected(selector, 3000);

        assertThat(routees)
                .allSatisfy(routee -> assertThat(selected)
                        .filteredOn(each -> each.equals(routee))
                        .hasSizeBetween(850, 1150));
    }

    @Test
    void shouldTakeTheOneWithTheLeastToDo() {
        var selector = leastLoad();
        a.load = 3;
        b.load = 1;
        c.load = 2;

        assertThat(selected(selector, 4)).containsOnly(b);
    }

    @Test
    void shouldTakeEquallyLoadedOnesInTurn() {
        var selector = leastLoad();

        assertThat(selected(selector, 4)).containsExactly(a, b, c, a);
    }

    @Test
    void shouldPassOverStoppedOnesWhenItLooksAtLoads() {
        var selector = leastLoad();
        a.load = -1;
        b.load = 5;
        c.load = -1;

        assertThat(selected(selector, 3)).containsOnly(b);
    }

    @Test
    void shouldCountNoFurtherThanItMust() {
        var bounds = new ArrayList<Integer>();
        a.load = 1000;
        b.load = 10;
        c.load = 1000;
        var selector = new LeastLoad<>(
                routees,
                (routee, atMost) -> {
                    bounds.add(atMost);
                    return Math.min(((RecordingRef<?>) routee).load, atMost);
                },
                Rotation.turns());

        assertThat(selected(selector, 1)).containsExactly(b);
        assertThat(bounds).containsExactly(LeastLoad.MAX_COUNTED, LeastLoad.MAX_COUNTED, 10);
    }

    @Test
    void shouldTakeTurnsWhenAllHaveMoreToDoThanIsCounted() {
        var selector = leastLoad();
        Stream.of(a, b, c).forEach(routee -> routee.load = 1000);

        assertThat(selected(selector, 4)).containsExactly(a, b, c, a);
    }

    @Test
    void shouldSendEqualKeysToTheSameRoutee() {
        var selector = keyHash();

        for (int message = 0; message < 300; message++) {
            assertThat(selector.select(message)).isEqualTo(selector.select(message % 10));
        }
    }

    @Test
    void shouldUseAllRouteesForManyKeys() {
        var selector = new KeyHash<>(Integer::valueOf, ring(), SelectorTest::alive);

        assertThat(IntStream.range(0, 100).mapToObj(selector::select)).contains(a, b, c);
    }

    @Test
    void shouldSelectNobodyWhenAllHaveStopped() {
        Stream.of(a, b, c).forEach(routee -> {
            routee.stopped = true;
            routee.load = -1;
        });

        assertThat(new Rotation<>(routees, SelectorTest::alive, Rotation.turns()).select(1))
                .isNull();
        assertThat(leastLoad().select(1)).isNull();
        assertThat(keyHash().select(1)).isNull();
    }

    @Test
    void shouldSelectNobodyAmongNone() {
        assertThat(new Rotation<>(routees, SelectorTest::alive, Rotation.turns())
                        .over(List.of())
                        .select(1))
                .isNull();
        assertThat(leastLoad().over(List.of()).select(1)).isNull();
        assertThat(keyHash().over(List.of()).select(1)).isNull();
    }

    private static boolean alive(ActorRef<?> routee) {
        return !((RecordingRef<?>) routee).stopped;
    }

    private LeastLoad<Integer> leastLoad() {
        return new LeastLoad<>(routees, (routee, _) -> ((RecordingRef<?>) routee).load, Rotation.turns());
    }

    private KeyHash<Integer> keyHash() {
        return new KeyHash<>(message -> message % 10, ring(), SelectorTest::alive);
    }

    private HashRing<ActorRef<Integer>> ring() {
        return HashRing.<ActorRef<Integer>>empty(ActorRef::path).over(routees);
    }

    private static List<ActorRef<Integer>> selected(Selector<Integer> selector, int count) {
        return IntStream.range(0, count)
                .<ActorRef<Integer>>mapToObj(selector::select)
                .toList();
    }
}
