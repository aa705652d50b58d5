package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.testing.Await;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When a node may be sent work from outside. Each engine has a subclass. */
public abstract class ReadinessOnNodes extends OnNodes {
    private static final Set<String> NONE = Set.of();

    private final Ledgers ledgers = new Ledgers(false);

    @Override
    CodecRegistry codecs() {
        return Ledgers.CODECS;
    }

    private static void await(CompletableFuture<Void> ready) throws Exception {
        ready.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    private static void expectNever(CompletableFuture<Void> ready, String why) {
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> await(ready))
                .withCauseInstanceOf(IllegalStateException.class)
                .withMessageContainingAll("isn't ready, and won't be: ", why);
    }

    @Test
    void shouldBeReadyWithoutTypes() throws Exception {
        Cluster node = join(NONE);
        assertThat(node.isReady()).isTrue();
        await(node.whenReady());
    }

    @Test
    void shouldBeReadyWhenItHasAWayToEachType() throws Exception {
        for (int i = 0; i < 3; i++) {
            Cluster node = join(NONE);
            node.host(Ledgers.TYPE, ledgers::ledger);
            assertThat(node.singleton("clerk", Ledgers.Command.class, context -> command -> {}))
                    .isNotNull();
            await(node.whenReady());
            assertThat(node.isReady()).isTrue();
            assertThat(node.stats().types()).containsKey("ledger");
        }
    }

    @Test
    void shouldNotBeReadyWhileNoNodeHasTheRoleOfAType() throws Exception {
        EntityOptions<Object> books = EntityOptions.defaults().role("books");
        Cluster sender = join(NONE);
        sender.host(Ledgers.TYPE, books, ledgers::ledger);
        CompletableFuture<Void> ready = sender.whenReady();
        assertThat(sender.isReady()).isFalse();
        assertThat(ready).isNotDone();
        join(Set.of("books")).host(Ledgers.TYPE, books, ledgers::ledger);
        await(ready);
        assertThat(sender.isReady()).isTrue();
    }

    @Test
    void shouldNeverBeReadyWhenItHasLeft() {
        Cluster node = join(NONE);
        Cluster other = join(NONE);
        node.host(Ledgers.TYPE, EntityOptions.defaults().role("books"), ledgers::ledger);
        CompletableFuture<Void> before = node.whenReady();
        node.close();
        assertThat(node.isReady()).isFalse();
        expectNever(before, "it leaves");
        expectNever(before, "the node " + node.self() + " of cluster '");
        expectNever(node.whenReady(), "it leaves, or has left");
        assertThat(other.isReady()).isTrue();
    }

    /** Whoever waits for that is told at once, though its entities haven't left yet. */
    @Test
    void shouldTellThatItIsNeverReadyWhenItBeginsToLeave() {
        Cluster node = join(NONE);
        node.host(Ledgers.TYPE, EntityOptions.defaults().role("books"), ledgers::ledger);
        CompletableFuture<Void> ready = node.whenReady();
        Thread closing = Thread.ofPlatform().start(node::close);
        expectNever(ready, "it leaves");
        Await.until("it has left", () -> !closing.isAlive(), LONG);
    }

    /** It isn't while it waits for its entities, either. */
    @Test
    void shouldNotBeReadyFromWhenItBeginsToLeave() {
        Cluster node = join(NONE);
        Cluster other = join(NONE);
        node.host(Ledgers.TYPE, ledgers::ledger);
        other.host(Ledgers.TYPE, ledgers::ledger);
        Await.until("both are ready", () -> node.isReady() && other.isReady(), LONG);
        Thread closing = Thread.ofPlatform().start(node::close);
        Await.until("it isn't ready", () -> !node.isReady(), LONG);
        Await.until("it has left", () -> !closing.isAlive(), LONG);
        assertThat(other.isReady()).isTrue();
    }
}
