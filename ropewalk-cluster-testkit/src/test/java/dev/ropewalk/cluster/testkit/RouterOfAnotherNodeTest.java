package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.testing.Await;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A router that tells all its routees is told by another node. */
class RouterOfAnotherNodeTest extends TwoNodes {
    private static final ServiceKey<String> DESKS = new ServiceKey<>("desks", String.class);

    private final CompletableFuture<Void> hasPaused = new CompletableFuture<>();
    private final CompletableFuture<Void> pause = new CompletableFuture<>();

    RouterOfAnotherNodeTest() {
        super(ClusterOptions.defaults(
                "office", CodecRegistry.builder().register(1, String.class).build()));
    }

    @Test
    void shouldSayThatAMailboxIsFull() throws Exception {
        ActorRef<String> desk = oneSystem.spawn(
                ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.DROP_NEWEST)), context -> message -> {
                    context.pauseUntil(pause, (nothing, failure) -> {});
                    hasPaused.complete(null);
                });
        one.receptionist().register(DESKS, oneSystem.routerOf(Routing.broadcast(), List.of(desk)));
        Await.until(
                "the router is found", () -> other.receptionist().find(DESKS).size() == 1);
        ActorRef<String> router = other.receptionist().find(DESKS).iterator().next();
        router.tell("handled");
        hasPaused.get(20, TimeUnit.SECONDS);
        router.tell("waits");
        router.tell("refused");
        Await.until("it is told", () -> !losses.isEmpty());
        assertThat(losses).extracting(MessageLoss::reason).containsExactly(MessageLoss.Reason.MAILBOX_FULL);
    }

    @AfterEach
    void goOn() {
        pause.complete(null);
    }
}
