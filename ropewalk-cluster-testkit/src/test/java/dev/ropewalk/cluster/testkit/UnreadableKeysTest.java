package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityFailedException;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.ReliableOptions;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages that are to be delivered at least once, to a key that the other node can't read. */
class UnreadableKeysTest extends TwoNodes {
    private static final AtomicBoolean IS_UNREADABLE = new AtomicBoolean();
    private static final AtomicBoolean THROWS_ERRORS = new AtomicBoolean();
    private static final AtomicBoolean HAS_NO_HASH = new AtomicBoolean();
    private static final EntityType<Badge, String> TYPE = EntityType.of("clerk", Badge.class, String.class);
    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Badge.class)
            .build();

    /** A key that can't always be made. */
    record Badge(String name) {
        Badge {
            if (THROWS_ERRORS.get()) {
                throw new AssertionError("the badge can't be read");
            } else if (IS_UNREADABLE.get()) {
                throw new IllegalArgumentException("the badge can't be read");
            }
        }

        @Override
        public int hashCode() {
            if (HAS_NO_HASH.get()) {
                throw new IllegalStateException("the badge has no hash");
            }
            return name.hashCode();
        }
    }

    UnreadableKeysTest() {
        super(ClusterOptions.defaults("office", CODECS));
    }

    @AfterEach
    void letAllBeRead() {
        IS_UNREADABLE.set(false);
        THROWS_ERRORS.set(false);
        HAS_NO_HASH.set(false);
    }

    private static void host(Cluster cluster) {
        var ignored = cluster.host(TYPE, EntityOptions.defaults(), entity -> message -> {});
    }

    @Test
    void shouldTellTheSenderOfEachMessageOnce() throws Exception {
        checkEachIsTold(IS_UNREADABLE, MessageLoss.Reason.MALFORMED);
    }

    @Test
    void shouldTellTheSenderOfEachMessageThoughTheKeyThrowsAnError() throws Exception {
        checkEachIsTold(THROWS_ERRORS, MessageLoss.Reason.FAILED);
    }

    @Test
    void shouldCountNothingThatComesAgain() throws Exception {
        host(one);
        one.whenReady().get(20, TimeUnit.SECONDS); // it owns the only shard
        host(other);
        ReliableRef<Badge, String> clerk = other.entity(TYPE, new Badge("anna")).reliable(ReliableOptions.defaults());
        HAS_NO_HASH.set(true);
        CompletableFuture<Void> delivered = clerk.deliver("message");
        Await.until("it comes again", () -> other.stats().redelivered() >= 3);
        HAS_NO_HASH.set(false);
        delivered.get(20, TimeUnit.SECONDS);
        assertThat(losses).isEmpty();
    }

    private void checkEachIsTold(AtomicBoolean flaw, MessageLoss.Reason reason) throws Exception {
        host(one);
        one.entity(TYPE, new Badge("anna"))
                .reliable(ReliableOptions.defaults())
                .deliver("first")
                .get(20, TimeUnit.SECONDS);
        host(other);
        ReliableRef<Badge, String> clerk = other.entity(TYPE, new Badge("anna")).reliable(ReliableOptions.defaults());
        flaw.set(true);
        List<CompletableFuture<Void>> delivered = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            delivered.add(clerk.deliver("message " + i));
        }
        for (CompletableFuture<Void> each : delivered) {
            assertThat(catchThrowable(() -> each.get(20, TimeUnit.SECONDS)))
                    .hasCauseInstanceOf(EntityFailedException.class);
        }
        assertThat(losses)
                .hasSize(delivered.size())
                .extracting(MessageLoss::reason)
                .containsOnly(reason);
    }
}
