package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.testing.Await;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Topics of a local cluster. */
class TopicTest extends ClusterTests {
    private final Topic<String> topic = cluster.topic("news", String.class);
    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    @Test
    void shouldReachEachSubscriberInOrder() {
        ActorRef<Object> one = system.spawn(context -> message -> heard.add("one " + message));
        ActorRef<String> two = system.spawn(context -> message -> heard.add("two " + message));
        topic.subscribe(one);
        topic.subscribe(one);
        cluster.topic("news", String.class).subscribe(two);
        cluster.topic("other", String.class).publish("nobody gets this");
        topic.publish("a");
        topic.publish("b");
        Await.until("all have come", () -> heard.size() == 4);
        assertThat(heard.stream().filter(line -> line.startsWith("one"))).containsExactly("one a", "one b");
        assertThat(heard.stream().filter(line -> line.startsWith("two"))).containsExactly("two a", "two b");

        topic.unsubscribe(one);
        topic.publish("c");
        Await.until("it has come", () -> heard.contains("two c"));
        assertThat(heard).doesNotContain("one c");
        assertThat(topic.name()).isEqualTo("news");
        assertThat(topic.type()).isEqualTo(String.class);
    }

    @Test
    void shouldCountWhatAFullMailboxRefuses() {
        var free = new CompletableFuture<Void>();
        topic.subscribe(system.<String>spawn(
                ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.FAIL)), context -> line -> {
                    heard.add(line);
                    context.pauseUntil(free, (nothing, failure) -> {});
                }));
        for (int i = 0; i < 10; i++) {
            topic.publish("line " + i);
        }
        long missed = cluster.stats().losses().getOrDefault(MessageLoss.Reason.MAILBOX_FULL, 0L);
        assertThat(missed).isBetween(8L, 9L);
        free.complete(null);
        Await.until("the others come", () -> heard.size() + missed == 10);
    }

    @Test
    void shouldRefuseActorsOfOtherSystems() {
        try (ActorSystem other = ActorSystem.create("other")) {
            ActorRef<String> foreign = other.spawn(context -> message -> {});
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> topic.subscribe(foreign))
                    .withMessageContaining("is no actor of the system shop");
        }
    }
}
