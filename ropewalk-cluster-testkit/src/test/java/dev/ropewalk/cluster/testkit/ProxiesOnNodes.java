package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityInterface;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.HandsOver;
import dev.ropewalk.cluster.RemoteFailureException;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.MethodId;
import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entities that are used by an interface, on many nodes. Each engine has a subclass. */
public abstract class ProxiesOnNodes extends OnNodes {
    private static final int KEYS = 30;

    interface Ledger {
        @MethodId(1)
        void add(Entry entry);

        @MethodId(2)
        CompletableFuture<List<Entry>> entries();

        @MethodId(3)
        CompletableFuture<String> node();

        @MethodId(4)
        CompletableFuture<Void> fail(String text, boolean byStage);

        @MethodId(5)
        CompletableFuture<List<String>> large(int size);
    }

    record Entry(String what, long amount) {}

    record Book(List<Entry> entries) {}

    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Entry.class)
            .register(3, Book.class)
            .registerInterface(4, Ledger.class)
            .build();
    private static final EntityInterface<String, Ledger> LEDGERS =
            EntityInterface.of("ledger", String.class, Ledger.class, CODECS);

    private static final class Impl implements Ledger, HandsOver<Book> {
        private final String node;
        private final List<Entry> entries;

        Impl(EntityContext<String, ?> entity) {
            ActorSystem system = entity.actor().system();
            node = system.name();
            entries = new ArrayList<>(
                    entity.handedOver(Book.class).map(Book::entries).orElse(List.of()));
        }

        @Override
        public void add(Entry entry) {
            entries.add(entry);
        }

        @Override
        public CompletableFuture<List<Entry>> entries() {
            return CompletableFuture.completedFuture(List.copyOf(entries));
        }

        @Override
        public CompletableFuture<String> node() {
            return CompletableFuture.completedFuture(node);
        }

        @Override
        public CompletableFuture<Void> fail(String text, boolean byStage) {
            var failure = new IllegalStateException(text);
            if (byStage) {
                return CompletableFuture.failedFuture(failure);
            }
            throw failure;
        }

        @Override
        public CompletableFuture<List<String>> large(int size) {
            return CompletableFuture.completedFuture(List.of("x".repeat(size)));
        }

        @Override
        public Book handOver() {
            return new Book(List.copyOf(entries));
        }
    }

    @Override
    CodecRegistry codecs() {
        return CODECS;
    }

    @Override
    void joined(Cluster cluster) {
        cluster.host(LEDGERS, EntityOptions.defaults().handOver(Book.class), Impl::new);
    }

    /** So that each can hand its states over. */
    @AfterEach
    void closeOneAfterAnother() {
        clusters.reversed().forEach(cluster -> cluster.close(LONG));
    }

    private Ledger ledger(int node, String key) {
        return clusters.get(node).proxy(LEDGERS, key, LONG);
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    /** Returns a key, out of these, whose entity lives on another node than the first. */
    private String elsewhere() {
        var found = new AtomicReference<>("");
        Await.until(
                "one lives on another node",
                () -> IntStream.range(0, KEYS)
                        .mapToObj(key -> "key-" + key)
                        .filter(key -> !ledger(0, key).node().join().equals("node-0"))
                        .peek(found::set)
                        .findFirst()
                        .isPresent(),
                LONG);
        return Objects.requireNonNull(found.get());
    }

    @Test
    void shouldReachTheSameEntitiesFromAllNodes() throws Exception {
        join();
        join();
        for (int key = 0; key < KEYS; key++) {
            for (int node = 0; node < 2; node++) {
                ledger(node, "key-" + key).add(new Entry("by " + node, key));
                assertThat(get(ledger(node, "key-" + key).entries())).hasSize(node + 1);
            }
        }
        Await.until("they live on both nodes", () -> homes().equals(Set.of("node-0", "node-1")), LONG);
        assertThat(losses).isEmpty();
    }

    /** Returns where the entities live. */
    private Set<String> homes() {
        return IntStream.range(0, KEYS)
                .mapToObj(key -> ledger(1, "key-" + key).node().join())
                .collect(Collectors.toSet());
    }

    @Test
    void shouldTellOfFailuresOnOtherNodesByText() throws Exception {
        join();
        join();
        Ledger there = ledger(0, elsewhere());
        for (boolean byStage : new boolean[] {true, false}) {
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> get(there.fail("no paper", byStage)))
                    .havingCause()
                    .isInstanceOf(RemoteFailureException.class)
                    .withMessageContainingAll("/ledger/", "java.lang.IllegalStateException: no paper")
                    .satisfies(failure -> assertThat(((RemoteFailureException) failure).node())
                            .isEqualTo(clusters.get(1).self()));
        }
        int tooLarge = CODECS.limits().maxStringBytes() + 1;
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> get(there.large(tooLarge)))
                .havingCause()
                .isInstanceOf(RemoteFailureException.class)
                .withMessageContainingAll("Ledger.large(int)", "EncodingException");
        assertThat(get(there.large(1))).containsExactly("x");
    }

    @Test
    void shouldMoveWithTheirState() throws Exception {
        join();
        for (int key = 0; key < KEYS; key++) {
            ledger(0, "key-" + key).add(new Entry("first", key));
        }
        join();
        assertThat(elsewhere()).isNotEmpty();
        checkEntries();
        assertThat(clusters.getLast().close(LONG).isComplete()).isTrue();
        checkEntries();
        assertThat(losses).isEmpty();
    }

    private void checkEntries() throws Exception {
        for (int key = 0; key < KEYS; key++) {
            assertThat(get(ledger(0, "key-" + key).entries())).containsExactly(new Entry("first", key));
        }
    }
}
