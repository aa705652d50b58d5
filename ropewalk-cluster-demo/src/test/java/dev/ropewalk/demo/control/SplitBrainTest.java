package dev.ropewalk.demo.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.SplitBrain;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.demo.proxy.Proxies;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Five nodes on Pekko, cut into two parts, in each way to decide which goes on. Clients on all of them ask entities and a singleton all the time. The nodes of one part end, those of the other one answer; and no two
 * entities of a key, and no two singletons, have answered at a time. It is a piece of the deep tests: beside other tests nodes may not get the CPU in time, and remove each other. Simulated nodes are tested so always.
 */
@EnabledIfSystemProperty(
        named = "ropewalk.stress",
        matches = "default",
        disabledReason = "takes minutes alone: bin/ropewalk test --deep cluster-splits")
class SplitBrainTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final int NODES = 5;

    /** Long enough to be found out, and with the pause too short for a decision. */
    private static final Duration DEAF = Duration.ofMillis(2200);

    private static final Duration HEARS = Duration.ofMillis(800);
    private static final int FLAPS = 5;
    private static final int KEYS = 6;
    private static final String SINGLETON = "singleton";
    private static final EntityType<String, Question> TYPE = EntityType.of("box", String.class, Question.class);
    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Question.class)
            .register(3, Answer.class)
            .build();
    private static final AtomicLong INSTANCES = new AtomicLong();

    private final InstanceCheck check = new InstanceCheck();
    private final Set<Integer> answered = ConcurrentHashMap.newKeySet();
    private final List<Place> places = new ArrayList<>();

    /** Asks who answers. */
    record Question(ActorRef<Answer> replyTo) {}

    /** Which actor has answered, and how many questions it has handled. */
    record Answer(long instance, long handled) {}

    private record Place(int number, ActorSystem system, Cluster cluster, ActorRef<Question> singleton) {
        boolean isOver() {
            return cluster.removal().isDone();
        }
    }

    /** Nodes 1 and 2 are cut from the others; node 1 is the oldest. */
    static Stream<Arguments> splits() {
        return Stream.of(
                Arguments.of(SplitBrain.keepMajority(), Set.of(3, 4, 5)),
                Arguments.of(SplitBrain.keepOldest(), Set.of(1, 2)),
                Arguments.of(SplitBrain.staticQuorum(3), Set.of(3, 4, 5)),
                Arguments.of(SplitBrain.downAll(), Set.of()));
    }

    @ParameterizedTest
    @MethodSource("splits")
    void shouldNeverHaveTwoThatAnswer(SplitBrain splitBrain, Set<Integer> expected) throws Exception {
        check(splitBrain, expected, Duration.ofSeconds(1), SplitBrainTest::cut);
    }

    /** In the smaller part it changes all the time who reaches whom, for as long as Pekko would wait until it ends all nodes of that. */
    @ParameterizedTest
    @MethodSource("quorums")
    void shouldNeverHaveTwoThatAnswerThoughTheSmallerPartIsNeverStable(SplitBrain splitBrain) throws Exception {
        check(splitBrain, Set.of(3, 4, 5), Duration.ofSeconds(3), proxies -> {
            cut(proxies);
            for (int i = 0; i < FLAPS; i++) {
                cut(proxies, 1, 2);
                Await.pass(DEAF);
                proxies.cuts().open(1, 2);
                proxies.cuts().open(2, 1);
                Await.pass(HEARS);
            }
        });
    }

    static Stream<SplitBrain> quorums() {
        return Stream.of(SplitBrain.keepMajority(), SplitBrain.staticQuorum(3));
    }

    /** Two nodes fail one after the other, so that the others have to wait; but they go on. */
    @Test
    void shouldGoOnThoughNodesFailOneAfterTheOther() throws Exception {
        check(SplitBrain.keepMajority(), Set.of(3, 4, 5), Duration.ofSeconds(3), proxies -> {
            isolate(proxies, 1);
            Await.pass(Duration.ofMillis(2700));
            isolate(proxies, 2);
        });
    }

    private void check(SplitBrain splitBrain, Set<Integer> expected, Duration stableAfter, Consumer<Proxies> trouble)
            throws Exception {
        try (var proxies = new Proxies(NODES)) {
            for (int node = 1; node <= NODES; node++) {
                join(node, splitBrain, stableAfter, proxies);
            }
            List<Thread> clients = new ArrayList<>();
            for (Place place : places) {
                clients.add(Thread.ofVirtual().start(() -> askUntilOver(place)));
            }
            try {
                Await.until("all are answered", () -> answered.size() == NODES, LONG);
                trouble.accept(proxies);
                Await.until(
                        () -> expected + " go on of " + places,
                        () -> places.stream().allMatch(place -> place.isOver() != expected.contains(place.number)),
                        LONG);
                answered.clear();
                Await.until("those are answered that go on", () -> answered.containsAll(expected), LONG);
                proxies.cuts().heal();
                answered.clear();
                Await.until("and when the cut is healed", () -> answered.containsAll(expected), LONG);
            } finally {
                places.forEach(place -> place.system.close(Duration.ZERO));
                for (Thread client : clients) {
                    client.join();
                }
            }
            assertThat(check.complaints()).isEmpty();
            assertThat(check.answers()).isPositive();
        }
    }

    private void join(int node, SplitBrain splitBrain, Duration stableAfter, Proxies proxies) throws IOException {
        InetSocketAddress target = proxies.newTarget(node);
        NodeAddress address = proxies.address(node);
        List<NodeAddress> seeds = node == 1 ? List.of() : List.of(proxies.address(1));
        ClusterOptions options = ClusterOptions.defaults("shop", CODECS)
                .plaintext(true)
                .host(address.host())
                .port(address.port())
                .bindHost(target.getAddress().getHostAddress())
                .bindPort(target.getPort())
                .seeds(seeds)
                .shards(KEYS)
                .joinTimeout(LONG)
                .stableAfter(stableAfter)
                .splitBrain(splitBrain);
        ActorSystem system = ActorSystem.create("node-" + node);
        Cluster cluster = Cluster.join(system, options);
        var ignored = cluster.host(TYPE, entity -> box());
        places.add(new Place(node, system, cluster, cluster.singleton("one", Question.class, context -> box())));
    }

    private static Actor<Question> box() {
        return new Actor<>() {
            private final long instance = INSTANCES.incrementAndGet();
            private long handled;

            @Override
            public void receive(Question question) {
                handled++;
                question.replyTo().tell(new Answer(instance, handled));
            }
        };
    }

    /** Cuts the first two nodes from the others. */
    private static void cut(Proxies proxies) {
        for (int one = 1; one <= 2; one++) {
            for (int other = 3; other <= NODES; other++) {
                cut(proxies, one, other);
            }
        }
    }

    private static void isolate(Proxies proxies, int node) {
        for (int other = 1; other <= NODES; other++) {
            cut(proxies, node, other);
        }
    }

    private static void cut(Proxies proxies, int one, int other) {
        proxies.cuts().cut(one, other);
        proxies.cuts().cut(other, one);
    }

    private void askUntilOver(Place place) {
        while (!place.isOver()) {
            List<CompletableFuture<?>> round = IntStream.rangeClosed(0, KEYS)
                    .<CompletableFuture<?>>mapToObj(key -> ask(place, key))
                    .toList();
            if (round.stream().noneMatch(CompletableFuture::isCompletedExceptionally)) {
                answered.add(place.number);
            }
            Await.pass(PAUSE);
        }
    }

    /** Asks an entity, or the singleton, and waits for the answer, if one comes. */
    private CompletableFuture<?> ask(Place place, int key) {
        String name = key == KEYS ? SINGLETON : "key-" + key;
        long asked = System.nanoTime();
        CompletableFuture<Answer> answer;
        try {
            answer = key == KEYS
                    ? place.singleton.ask(Question::new, PATIENCE)
                    : place.cluster.entity(TYPE, name).ask(Question::new, PATIENCE);
        } catch (RejectedExecutionException over) {
            return CompletableFuture.failedFuture(over);
        }
        CompletableFuture<?> noted = answer.thenAccept(got -> {
            long end = System.nanoTime();
            synchronized (check) {
                check.add(name, asked, end, got.instance(), got.handled());
            }
        });
        return noted.handle((nothing, failure) -> failure).join() == null
                ? noted
                : CompletableFuture.failedFuture(new IllegalStateException("no answer"));
    }
}
