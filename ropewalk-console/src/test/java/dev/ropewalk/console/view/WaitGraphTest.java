package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.MailboxWait;
import dev.ropewalk.channel.ProcessSnapshot;
import dev.ropewalk.channel.ProcessState;
import dev.ropewalk.channel.ScopeSnapshot;
import dev.ropewalk.limit.WaiterSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WaitGraphTest {
    private static final ProcessSnapshot JOINING = waits("owner", "join scope kitchen");

    private static ProcessSnapshot waits(String name, String operation, String... channels) {
        return new ProcessSnapshot(
                name,
                ProcessState.RUNNING,
                operation,
                List.of(channels),
                Optional.of(Duration.ofMillis(1500)),
                List.of(),
                List.of());
    }

    private static ProcessSnapshot runs(String name) {
        return waits(name, "");
    }

    private static ScopeSnapshot kitchen(ProcessSnapshot owner, ProcessSnapshot... processes) {
        return new ScopeSnapshot("kitchen", owner, List.of(processes), List.of());
    }

    private static Set<String> circle(ScopeSnapshot... scopes) {
        return WaitGraph.of(List.of(scopes)).edges().stream()
                .filter(WaitGraph.Edge::isInCircle)
                .map(edge -> edge.from() + " -> " + edge.to())
                .collect(Collectors.toSet());
    }

    @Test
    void shouldFindTwoThatWaitForEachOther() {
        assertThat(circle(kitchen(JOINING, waits("a", "receive from x", "x"), waits("b", "receive from y", "y"))))
                .containsExactlyInAnyOrder(
                        "kitchen / a -> channel x",
                        "channel x -> kitchen / b",
                        "kitchen / b -> channel y",
                        "channel y -> kitchen / a");
    }

    @Test
    void shouldFindNoCircleIfOneOfThemRuns() {
        assertThat(circle(kitchen(
                        JOINING, waits("a", "receive from x", "x"), waits("b", "receive from y", "y"), runs("c"))))
                .isEmpty();
    }

    @Test
    void shouldFindNoCircleIfTheOwnerDoesSomethingElse() {
        assertThat(circle(kitchen(runs("owner"), waits("a", "receive from x", "x"), waits("b", "receive from y", "y"))))
                .isEmpty();
    }

    @Test
    void shouldFindNoCircleAmongThoseWhoWaitForTheSame() {
        assertThat(circle(kitchen(JOINING, waits("a", "receive from x", "x"), waits("b", "receive from x", "x"))))
                .isEmpty();
    }

    @Test
    void shouldNotTakeForACircleWhatOnlyLeadsThere() {
        assertThat(circle(kitchen(JOINING, waits("a", "receive from x", "x"), waits("b", "receive from y", "y"))))
                .noneMatch(edge -> edge.startsWith("kitchen / owner"));
    }

    @Test
    void shouldShowSelectsAsSeveralWaits() {
        WaitGraph graph = WaitGraph.of(List.of(kitchen(runs("owner"), waits("a", "select from x, y", "x", "y"))));
        assertThat(graph.edges()).extracting(WaitGraph.Edge::to).containsExactly("channel x", "channel y");
        assertThat(graph.nodes()).extracting(WaitGraph.Node::waitingMillis).contains(1500L);
    }

    @Test
    void shouldLeaveOutWhatIsTooMuch() {
        List<ProcessSnapshot> many = new ArrayList<>();
        for (int i = 0; i < 2 * WaitGraph.MOST; i++) {
            many.add(runs("process " + i));
        }
        WaitGraph graph = WaitGraph.of(List.of(new ScopeSnapshot("kitchen", JOINING, many, List.of())));
        assertThat(graph.nodes()).hasSize(WaitGraph.MOST);
        assertThat(graph.leftOut()).isEqualTo(WaitGraph.MOST + 1);
    }

    @Test
    void shouldFollowLongWaysWithoutRecursion() {
        List<ProcessSnapshot> chain = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            chain.add(waits("p" + i, "receive from c" + i, "c" + i));
        }
        assertThat(circle(new ScopeSnapshot("kitchen", JOINING, chain, List.of())))
                .isNotEmpty();
    }

    private static Set<String> edges(Waits waits) {
        return WaitGraph.of(List.of(), waits).edges().stream()
                .map(edge -> edge.from() + " -> " + edge.to())
                .collect(Collectors.toSet());
    }

    @Test
    void shouldDrawWhoWaitsForPermitsAndResources() {
        WaiterSnapshot thread = new WaiterSnapshot("caller", "a permit", Duration.ofSeconds(2));
        WaiterSnapshot action = new WaiterSnapshot("", "{vans=2}", Duration.ofSeconds(3));

        assertThat(edges(new Waits(
                        Map.of("bank", List.of(thread, thread)), Map.of("fleet", List.of(action)), Map.of(), Map.of())))
                .containsExactlyInAnyOrder(
                        "limiter bank / 0 caller -> limiter bank",
                        "limiter bank / 1 caller -> limiter bank",
                        "budget fleet / 0 without a thread -> budget fleet");
    }

    @Test
    void shouldDrawADozenAtOneLimiter() {
        WaiterSnapshot thread = new WaiterSnapshot("caller", "a permit", Duration.ofSeconds(2));
        WaitGraph graph = WaitGraph.of(
                List.of(), new Waits(Map.of("bank", Collections.nCopies(30, thread)), Map.of(), Map.of(), Map.of()));

        assertThat(graph.edges()).hasSize(12);
        assertThat(graph.leftOut()).isEqualTo(18);
    }

    @Test
    void shouldTellHowManyWaitThatALimiterDoesNotName() {
        WaiterSnapshot thread = new WaiterSnapshot("caller", "a permit", Duration.ofSeconds(2));
        WaitGraph graph = WaitGraph.of(
                List.of(),
                new Waits(
                        Map.of("bank", Collections.nCopies(100, thread)),
                        Map.of(),
                        Map.of(),
                        Map.of("limiter bank", 5000L)));

        assertThat(graph.edges()).hasSize(12);
        assertThat(graph.leftOut()).isEqualTo(4988);
    }

    @Test
    void shouldDrawActorsThatWaitForRoomInACircle() {
        List<MailboxWait> waits = List.of(new MailboxWait("/s/a", "/s/b", 1), new MailboxWait("/s/b", "/s/a", 2));
        WaitGraph graph = WaitGraph.of(List.of(), new Waits(Map.of(), Map.of(), Map.of("s", waits), Map.of()));

        assertThat(graph.edges()).hasSize(2).allMatch(WaitGraph.Edge::isInCircle);
        assertThat(graph.nodes())
                .extracting(WaitGraph.Node::operation)
                .containsExactly("waits for room for 1 messages", "waits for room for 2 messages");
    }
}
