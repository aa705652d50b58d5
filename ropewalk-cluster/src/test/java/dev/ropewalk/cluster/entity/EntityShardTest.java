package dev.ropewalk.cluster.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.store.RememberedKeys;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A shard that ends or moves, and something fails. */
@Timeout(60)
class EntityShardTest {
    private static final EntityType<String, String> CLERKS = EntityType.of("clerk", String.class, String.class);

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final ActorSystem system = ActorSystem.create("office");

    @AfterEach
    void close() {
        system.close();
        log.close();
    }

    /** Can take nothing out. */
    private static final class Keys implements RememberedKeys<String> {
        @Override
        public CompletionStage<?> add(int shard, String key) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<?> remove(int shard, String key) {
            return CompletableFuture.failedFuture(new IllegalStateException("on purpose"));
        }

        @Override
        public CompletionStage<? extends Collection<String>> keys(int shard) {
            return CompletableFuture.completedFuture(List.of());
        }
    }

    /** Can't be passed on. */
    private record Stuck() implements Estate<String> {
        @Override
        public CompletableFuture<?> arrived() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public String state(String key) {
            return "state";
        }

        @Override
        public void taken(String key) {}

        @Override
        public void leave(String key, Object state) {}

        @Override
        public void lost(String key) {}

        @Override
        public void pass() {
            throw new IllegalStateException("on purpose");
        }

        @Override
        public void passBut(Collection<? extends String> living) {}

        @Override
        public void end() {}
    }

    private static EntityRegion<String, String> region(ActorSystem system, EntityOptions<Object> options) {
        return new EntityRegion<>(system, CLERKS, options, entity -> message -> {}, key -> {
            throw new IllegalStateException("nobody asks for a ref");
        });
    }

    @Test
    void shouldLeaveTheStoreToTheNextOwnerThoughStatesCannotBePassedOn() {
        var options = EntityOptions.defaults().remembered(String.class, new Keys());
        EntityRegion<String, String> region = region(system, options);
        EntityShard<String, String> shard = region.open(0, key -> true, new Stuck());
        region.start("one");
        assertThat(shard.passivate("one")).succeedsWithin(Duration.ofSeconds(30)); // its key can't be taken out
        assertThat(shard.closeForMove())
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .withMessageContaining("on purpose");
        Await.until("no call follows", () -> !shard.isRemembering());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndTheOthersIfOneCannotBeToldToEnd(boolean isToldLater) {
        var poor = new PoorSystem(system);
        EntityRegion<String, String> region =
                region(poor.actors(), EntityOptions.defaults().passivateIdle(false));
        EntityShard<String, String> shard = region.open(0, key -> true, null);
        for (String key : List.of("one", "two", "three")) {
            region.start(key);
        }
        poor.strike("stopGracefully");

        CompletableFuture<Void> ended = shard.close();
        Await.until("all others have ended", () -> shard.active() == 1);
        assertThat(log.messages("/clerk: entities couldn't be told to end: java.lang.OutOfMemoryError: on purpose"))
                .hasSize(1);
        assertThat(ended).as("the end, which is to wait for all").isNotDone();
        String left = shard.keys().iterator().next();
        if (isToldLater) {
            assertThat(shard.tellFollowed(left, "too late")).isNull();
        } else {
            shard.stopAll();
        }
        assertThat(ended).succeedsWithin(Duration.ofSeconds(30));
    }
}
