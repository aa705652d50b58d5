package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityInterface;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.InterfaceFactory;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.RemoteFailureException;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.MethodId;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes that know an interface in two versions. */
class ProxiesOfTwoVersionsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    interface Old {
        @MethodId(1)
        void put(String text);

        @MethodId(2)
        CompletableFuture<String> text();
    }

    /** With another name for a method, and more of them. */
    interface Later {
        @MethodId(1)
        void write(String text);

        @MethodId(2)
        CompletableFuture<String> text();

        @MethodId(3)
        CompletableFuture<Integer> length();

        @MethodId(4)
        void clear();
    }

    /** With another parameter. */
    interface Wrong {
        @MethodId(1)
        void put(int number);
    }

    private static final class OldImpl implements Old {
        private String text = "";

        @Override
        public void put(String value) {
            text = value;
        }

        @Override
        public CompletableFuture<String> text() {
            return CompletableFuture.completedFuture(text);
        }
    }

    private final CapturedLog log = new CapturedLog("dev.ropewalk.cluster");
    private final SimulatedNetwork network = SimulatedNetwork.seeded(1);
    private final List<Cluster> nodes = new ArrayList<>();
    private final Queue<MessageLoss> losses = new ConcurrentLinkedQueue<>();

    private static CodecRegistry codecs(Class<?> type) {
        return CodecRegistry.builder()
                .register(1, String.class)
                .registerInterface(2, type)
                .build();
    }

    private static <T> EntityInterface<String, T> notes(Class<T> type) {
        return EntityInterface.of("note", String.class, type, codecs(type));
    }

    /** Entities live on the first node alone. */
    private <T> Cluster join(Class<T> type, InterfaceFactory<String, T> factory) {
        ClusterOptions options = ClusterOptions.defaults("diary", codecs(type))
                .plaintext(true)
                .onLoss(losses::add)
                .roles(nodes.isEmpty() ? Set.of("notes") : Set.of())
                .seeds(nodes.stream()
                        .limit(1)
                        .map(first -> first.self().address())
                        .toList());
        Cluster joined = Cluster.join(ActorSystem.create("diary" + nodes.size()), options, network.engine());
        nodes.add(joined);
        joined.host(notes(type), EntityOptions.defaults().role("notes"), factory);
        return joined;
    }

    @AfterEach
    void close() {
        nodes.reversed().forEach(node -> {
            node.close(LONG);
            node.system().close();
        });
        log.close();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    @Test
    void shouldCallWhatBothKnow() throws Exception {
        Cluster first = join(Old.class, entity -> new OldImpl());
        Later note = join(Later.class, entity -> {
                    throw new AssertionError("none lives here");
                })
                .proxy(notes(Later.class), "17", LONG);
        note.write("hello");
        assertThat(get(note.text())).isEqualTo("hello");
        assertThat(get(first.proxy(notes(Old.class), "17", LONG).text())).isEqualTo("hello");
        assertThat(losses).isEmpty();
        assertThat(log.messages(Level.WARNING, "can't be read as each other")).isEmpty();
    }

    @Test
    void shouldBeToldOfMethodsThatTheOtherDoesNotKnow() throws Exception {
        Cluster first = join(Old.class, entity -> new OldImpl());
        Later note = join(Later.class, entity -> {
                    throw new AssertionError("none lives here");
                })
                .proxy(notes(Later.class), "17", LONG);
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> get(note.length()))
                .havingCause()
                .isInstanceOf(RemoteFailureException.class)
                .withMessageContainingAll(
                        first.self().toString(), "UNKNOWN_METHOD", "$Old has no method of the number 3");
        note.clear();
        note.write("goes on");
        assertThat(get(note.text())).isEqualTo("goes on");
        assertThat(losses).hasSize(2).allMatch(loss -> loss.reason() == Reason.MALFORMED);
        assertThat(nodes.stream()
                        .mapToLong(node -> node.stats().losses().getOrDefault(Reason.MALFORMED, 0L))
                        .sum())
                .isEqualTo(2);
    }

    @Test
    void shouldWarnOfMethodsThatWouldBeMisread() {
        join(Old.class, entity -> new OldImpl());
        join(Wrong.class, entity -> {
            throw new AssertionError("none lives here");
        });
        Await.until(
                "both have warned",
                () -> log.messages(Level.WARNING, "can't be read as each other").size() == 2);
        assertThat(log.messages(Level.WARNING, "can't be read as each other"))
                .anySatisfy(warning -> assertThat(warning)
                        .contains("the method is '1=put(int): nothing' there, and '1=put(String): nothing' here"));
    }

    @Test
    void shouldRefuseInterfacesThatTheClusterDoesNotKnow() {
        Cluster first = join(Old.class, entity -> new OldImpl());
        EntityInterface<String, Later> other =
                EntityInterface.of("other", String.class, Later.class, codecs(Later.class));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> first.host(other, entity -> {
                    throw new AssertionError("none begins");
                }))
                .withMessageContainingAll("the entities of 'other'", "$Later", "the cluster's codecs don't know");
        EntityType<String, Old> plain = EntityType.of("plain", String.class, Old.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> first.host(plain, entity -> message -> {}))
                .withMessageContainingAll("the messages of 'plain'", "$Old", "host it as an EntityInterface");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> first.proxy(notes(Later.class), "17", LONG))
                .withMessageContainingAll("$Old", "which isn't", "$Later");
    }
}
