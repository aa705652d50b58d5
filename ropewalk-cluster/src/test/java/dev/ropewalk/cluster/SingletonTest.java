package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.base.Names;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Singletons of a local cluster. */
class SingletonTest extends ClusterTests {
    private final AtomicInteger begun = new AtomicInteger();
    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    private Actor<String> clerk(ActorContext<String> context) {
        begun.incrementAndGet();
        return message -> {
            heard.add(message);
            if (message.equals("fail")) {
                throw new IllegalStateException("on purpose");
            }
            if (message.equals("stop")) {
                context.stop();
            }
        };
    }

    @Test
    void shouldBeginWithoutBeingSentTo() {
        ActorRef<String> ref = cluster.singleton("clerk", String.class, this::clerk);
        Await.until("it has begun", () -> begun.get() == 1);
        ref.tell("a");
        Await.until("it is told", () -> heard.contains("a"));
        assertThat(begun.get()).isEqualTo(1);
        assertThat(ref.path()).isEqualTo("/shop/singleton-clerk/clerk");
    }

    @Test
    void shouldBeginAgainWhenItHasFailedOrStopped() {
        ActorRef<String> ref = cluster.singleton("clerk", String.class, this::clerk);
        ref.tell("fail");
        ref.tell("a");
        Await.until("it is told", () -> heard.contains("a"));
        assertThat(begun.get()).isEqualTo(2);
        ref.tell("stop");
        Await.until("the next one is told", () -> ref.tryTell("b") && heard.contains("b"));
        assertThat(begun.get()).isEqualTo(3);
    }

    @Test
    void shouldNotBePassivated() {
        EntityOptions<Object> options = EntityOptions.defaults().idleTime(Duration.ofMillis(1));
        ActorRef<String> ref = cluster.singleton("clerk", String.class, options, this::clerk);
        Entities<String, String> idlers =
                cluster.host(EntityType.of("idler", String.class, String.class), options, entity -> message -> {});
        idlers.entity("ann").tell("a");
        Await.until("the entity is passivated", () -> idlers.stats().passivatedIdle() == 1);
        ref.tell("a");
        Await.until("it is told", () -> heard.contains("a"));
        assertThat(begun.get()).isEqualTo(1);
    }

    @Test
    void shouldRefuseNamesThatAreTaken() {
        var ignored = cluster.singleton("clerk", String.class, this::clerk);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster.singleton("clerk", String.class, this::clerk))
                .withMessageContaining("has a singleton named 'clerk' already");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster.singleton("", String.class, this::clerk))
                .withMessageContaining("must not be empty");
        cluster.host(EntityType.of("clerk", String.class, String.class), entity -> message -> {});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster.entity(EntityType.of("singleton-clerk", String.class, String.class), "clerk"))
                .withMessageContaining("it hosts [clerk]");
    }

    @Test
    void shouldRefuseNamesThatCannotBeSent() {
        for (String name : List.of("x".repeat(1001), "ä".repeat(501), "half " + (char) 0xD83D)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> EntityType.of(name, String.class, String.class))
                    .withMessageContaining("at most 1000 bytes in UTF-8");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> cluster.singleton(name, String.class, this::clerk))
                    .withMessageContaining("the name of a singleton must have at most 990 bytes in UTF-8")
                    .withMessageEndingWith("but is '" + Names.shown(name) + "'");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster.singleton("x".repeat(991), String.class, this::clerk))
                .withMessageContaining("at most 990 bytes");
        assertThat(cluster.singleton("x".repeat(990), String.class, this::clerk).path())
                .hasSizeGreaterThan(990);
        assertThat(EntityType.of("ä".repeat(500), String.class, String.class).name())
                .hasSize(500);
    }

    @Test
    void shouldHandleWhatWaitsWhenTheClusterIsClosed() {
        ActorRef<String> ref = cluster.singleton("clerk", String.class, this::clerk);
        ref.tell("a");
        assertThat(cluster.close(Duration.ofSeconds(10)).isComplete()).isTrue();
        assertThat(heard).containsExactly("a");
        assertThatIllegalStateException().isThrownBy(() -> cluster.singleton("other", String.class, this::clerk));
    }
}
