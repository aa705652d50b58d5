package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.actor.StoppedActor;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.channel.ProcessSnapshot;
import dev.ropewalk.channel.ProcessState;
import dev.ropewalk.channel.ScopeSnapshot;
import dev.ropewalk.console.web.Query;
import dev.ropewalk.observe.JvmSnapshot;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WarningsViewTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong clock = new AtomicLong();
    private final Map<String, ScopeSnapshot> scopes = new LinkedHashMap<>();
    private final List<StoppedActor> stopped = new ArrayList<>();
    private Look before = look(0, 0, 0);
    private Look last = look(1, 0, 0);

    private final ActorSnapshot cashier = actor("/shop/cashier", 900, List.of());
    private ActorSnapshot root = actor("/shop", 0, List.of(actor("/shop/clerk", 100, List.of()), cashier));
    private final WarningsView view = new WarningsView(
            paced(() -> new Looks(before, last)),
            paced(this::scopes),
            paced(() -> WorkerStacks.of(Map.of())),
            new Culprits(paced(() -> Map.of("shop", root))),
            clock::get);

    /** Whether a look at the scopes hangs, and that it does. */
    private final AtomicBoolean hangs = new AtomicBoolean();

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    private Map<String, ScopeSnapshot> scopes() {
        if (hangs.get()) {
            begun.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return scopes;
    }

    private <T> Paced<T> paced(Supplier<T> source) {
        return new Paced<>(source, SECOND, clock::get);
    }

    private static ActorSnapshot actor(String path, long restarts, List<ActorSnapshot> children) {
        return new ActorSnapshot(path, ActorSnapshot.State.IDLE, 0, 0, restarts, restarts, 0, children);
    }

    private Look look(long second, long restarts, int depth) {
        return new Look(
                second * SECOND,
                new JvmSnapshot(
                        Instant.ofEpochSecond(second),
                        Map.of(),
                        Map.of("shop", new ActorSystemStats(3, 0, 0, restarts, restarts, 0, 0, stopped)),
                        Map.of(),
                        Map.of("complaints", new ChannelStats("complaints", depth, depth, 0, 0, 0, 0, 0, false)),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of()));
    }

    private void next(long second, long restarts, int depth) {
        before = last;
        last = look(second, restarts, depth);
        clock.set(second * SECOND);
    }

    private String warnings(String query) {
        return view.look(new Query(URI.create("/?" + query))).toString();
    }

    @Test
    void shouldNameTheActor() {
        next(2, 10, 0);

        assertThat(warnings(""))
                .contains("10 restarts after 10 failures within 1.0 s; 900 restarts so far are those of /shop/cashier");
    }

    @Test
    void shouldNameTheActorThatHasStoppedMeanwhile() {
        root = actor("/shop", 0, List.of(actor("/shop/clerk", 0, List.of())));
        stopped.add(new StoppedActor("/shop/baker", "is stopped", "java.lang.Error: bad", 90, SECOND + 1));
        stopped.add(
                new StoppedActor("/shop/cashier", "is stopped after 10 restarts", "java.lang.Error: bad", 10, SECOND));
        stopped.add(new StoppedActor("/shop/porter", "is stopped", "java.lang.Error: bad", 9, 0));
        next(2, 10, 0);

        assertThat(warnings(""))
                .contains(
                        "10 restarts after 10 failures within 1.0 s; /shop/cashier is stopped after 10 restarts, after 10"
                                + " restarts in all\"");
    }

    @Test
    void shouldNameNoActorThatHasNoPartInIt() {
        root = actor("/shop", 0, List.of(actor("/shop/clerk", 0, List.of())));
        next(2, 10, 0);

        assertThat(warnings("")).contains("10 restarts after 10 failures within 1.0 s\"");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldGoOnWhileALookHangs() throws InterruptedException {
        warnings("");
        next(2, 10, 0);
        hangs.set(true);
        Thread hanging = Thread.ofPlatform().start(() -> warnings(""));
        begun.await();
        try {
            assertThat(warnings("")).contains("RESTART_LOOP");
        } finally {
            mayEnd.countDown();
            hanging.join();
        }
    }

    private static ProcessSnapshot waits(String name, String operation, String... channels) {
        return new ProcessSnapshot(
                name,
                ProcessState.RUNNING,
                operation,
                List.of(channels),
                Optional.of(Duration.ofSeconds(1)),
                List.of(),
                List.of());
    }

    @Test
    void shouldNameTheScopesWhoseThreadsWaitInACircle() {
        for (String name : List.of("kitchen", "cellar")) {
            scopes.put(
                    name,
                    new ScopeSnapshot(
                            name,
                            waits("owner", "join scope " + name),
                            List.of(
                                    waits("a", "receive from x", name + ".x"),
                                    waits("b", "receive from y", name + ".y")),
                            List.of()));
        }
        assertThat(warnings(""))
                .contains(
                        "\"part\":\"ProcessScope kitchen\",\"what\":\"these wait for each other: a (kitchen) to receive from x,"
                                + " b (kitchen) to receive from y\"",
                        "\"part\":\"ProcessScope cellar\",\"what\":\"these wait for each other: a (cellar) to receive from x,"
                                + " b (cellar) to receive from y\"");
    }

    @Test
    void shouldTakeEachPagesThresholds() {
        next(2, 10, 0);

        assertThat(warnings("restarts=11")).isEqualTo("{\"warnings\":[]}");
        assertThat(warnings("restarts=10")).contains("RESTART_LOOP");
        assertThat(warnings("restarts=none")).contains("RESTART_LOOP");
        assertThat(warnings("restarts=11")).isEqualTo("{\"warnings\":[]}");
    }

    @Test
    void shouldKeepAWarningForTenSeconds() {
        next(2, 10, 0);
        assertThat(warnings("")).contains("RESTART_LOOP");
        next(12, 10, 0);
        assertThat(warnings("")).contains("RESTART_LOOP");
        next(13, 10, 0);
        assertThat(warnings("")).doesNotContain("RESTART_LOOP");
    }

    @Test
    void shouldTellOfAChannelThatNobodyHasReadForAMinute() {
        for (int second = 2; second < 62; second++) {
            next(second, 0, second);
            assertThat(warnings("")).as("second %d", second).isEqualTo("{\"warnings\":[]}");
        }
        for (int second = 62; second < 200; second++) {
            next(second, 0, second);
            assertThat(warnings("")).as("second %d", second).contains("UNREAD_CHANNEL", "Channel complaints");
        }
    }
}
