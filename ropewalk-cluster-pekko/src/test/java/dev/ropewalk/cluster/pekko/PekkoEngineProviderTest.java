package dev.ropewalk.cluster.pekko;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PekkoEngineProviderTest {
    private final ClusterOptions options =
            ClusterOptions.defaults("shop", CodecRegistry.builder().build()).plaintext(true);

    /** Notes how often the members have changed, and why it is none any more. */
    private static final class Listener implements EngineListener {
        final List<String> told = new CopyOnWriteArrayList<>();

        @Override
        public void members(List<Member> members) {
            told.add(members.toString());
        }

        @Override
        public void received(Node from, byte[] frame) {}

        @Override
        public void shardAssigned(String type, int shard) {}

        @Override
        public CompletionStage<Void> shardRevoked(String type, int shard) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<Void> shardsLeft() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void removed(String reason) {
            told.add("removed");
        }
    }

    @Test
    void shouldBeFoundByItsName() {
        assertThat(ServiceLoader.load(EngineProvider.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .map(EngineProvider::name))
                .containsExactly("pekko");
    }

    @Test
    void shouldStartAnEngine() {
        var listener = new Listener();
        try (var scheduler = Scheduler.builder().name("shop").workers(1).build()) {
            Engine engine = new PekkoEngineProvider().start(options, scheduler, listener);
            Await.until("it is a member", () -> !listener.told.isEmpty());
            engine.stop();
            Await.until("it has ended", () -> listener.told.getLast().equals("removed"));
        }
    }

    @Test
    void shouldRefuseNull() {
        var provider = new PekkoEngineProvider();
        try (var scheduler = Scheduler.builder().name("shop").workers(1).build()) {
            assertThatNullPointerException().isThrownBy(() -> start(provider, null, scheduler, new Listener()));
            assertThatNullPointerException().isThrownBy(() -> start(provider, options, null, new Listener()));
            assertThatNullPointerException().isThrownBy(() -> start(provider, options, scheduler, null));
        }
    }

    @SuppressWarnings("NullAway") // on purpose
    private static void start(
            EngineProvider provider,
            @Nullable ClusterOptions options,
            @Nullable Scheduler scheduler,
            @Nullable EngineListener listener) {
        provider.start(options, scheduler, listener).stop();
    }
}
