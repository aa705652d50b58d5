package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.UndeliveredException;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages to an entity of another node that can't be made there. */
class FailingFactoryTest extends TwoNodes {
    private static final EntityType<String, String> TYPE = EntityType.of("ruin", String.class, String.class);
    private static final CodecRegistry CODECS =
            CodecRegistry.builder().register(1, String.class).build();

    FailingFactoryTest() {
        super(ClusterOptions.defaults("office", CODECS));
    }

    @BeforeEach
    void host() throws Exception {
        host(one);
        one.whenReady().get(20, TimeUnit.SECONDS); // it owns the only shard
        host(other);
    }

    private static void host(Cluster cluster) {
        var ignored = cluster.host(TYPE, EntityOptions.defaults(), entity -> {
            throw new IllegalStateException("on purpose");
        });
    }

    private EntityRef<String, String> ruin() {
        return other.entity(TYPE, "old");
    }

    @Test
    void shouldCountAMessageAndFailAQuestion() {
        ruin().tell("lost");
        CompletableFuture<String> answer = ruin().ask(replyTo -> "question", Duration.ofMinutes(1));
        assertThatThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
                .hasCauseInstanceOf(ActorStoppedException.class)
                .hasMessageContaining(one.self().toString());
        Await.until("both are counted", () -> losses.size() == 2);
        assertThat(losses).extracting(MessageLoss::reason).containsOnly(Reason.STOPPED);
        assertThat(losses).allMatch(loss -> loss.recipient().endsWith("/ruin/old"));
        assertThat(one.stats().losses()).containsEntry(Reason.STOPPED, 2L);
    }

    @Test
    void shouldKeepAMessageThatIsToBeDeliveredUntilItsSenderIsClosed() {
        ReliableRef<String, String> sender = ruin().reliable();
        CompletableFuture<Void> delivered = sender.deliver("kept");
        Await.until("it is sent again and again", () -> sender.stats().redelivered() >= 3);
        assertThat(delivered).isNotDone();
        assertThat(losses).isEmpty();
        var ignored = other.close(Duration.ZERO);
        assertThatThrownBy(() -> delivered.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(UndeliveredException.class);
        var loss = new MessageLoss(Optional.empty(), sender.entity().path(), Optional.of("kept"), Reason.CLOSED);
        Await.until(() -> "its loss is told: " + losses, () -> losses.contains(loss), Duration.ofSeconds(20));
    }
}
