package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.cluster.entity.PoorSystem;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The end of entities when something is in the way: another's failure, no memory, a bad key. */
class EntityEndTest extends ClusterTests {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final EntityType<String, Object> CLERKS = EntityType.of("clerk", String.class, Object.class);

    private final ConcurrentLinkedQueue<Object> told = new ConcurrentLinkedQueue<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final CountDownLatch let = new CountDownLatch(1);

    private final PoorSystem poorSystem = new PoorSystem(system);
    private final Cluster poor = Cluster.local(poorSystem.actors());

    @AfterEach
    void letAll() {
        let.countDown();
    }

    /** Has a child that takes long to stop. */
    private Actor<Object> slowClerk(EntityContext<String, Object> entity) {
        begun.incrementAndGet();
        entity.actor().spawnBlocking(inbox -> Uninterruptibly.await(let));
        return message -> {
            if (message.equals("fail")) {
                throw new IllegalStateException("on purpose");
            }
            told.add(message);
        };
    }

    @Test
    void shouldWaitForAllBeforeAlsoIfOneHasStoppedWithoutHavingBegun() {
        var pause = new CompletableFuture<String>();
        Entities<String, Object> clerks = cluster.host(
                CLERKS,
                EntityOptions.defaults()
                        .supervision(Supervision.always(Directive.STOP).allForOne(true)),
                entity -> {
                    if (entity.key().equals("ann")) {
                        entity.actor().pauseUntil(pause, (result, failure) -> {});
                    }
                    return slowClerk(entity);
                });
        clerks.entity("ann").tell("first");
        Await.until("the first begins", () -> begun.get() == 1);
        CompletableFuture<Void> ended = clerks.passivate("ann");
        clerks.entity("ann").tell("second");
        clerks.entity("bob").tell("fail");
        Await.until(
                "the second is lost",
                () -> deadLetters.stream().anyMatch(letter -> letter.message().equals("second")));
        CompletableFuture<Void> secondEnded = clerks.passivate("ann");
        clerks.entity("ann").tell("third");
        assertThat(ended).isNotDone();
        assertThat(secondEnded).isNotDone();
        assertThat(begun).as("ann and bob").hasValue(2);

        pause.complete("now");
        let.countDown();
        Await.until("the third is told", () -> told.contains("third"));
        assertThat(List.copyOf(told)).containsExactly("third");
    }

    /** A failure of a special kind is one of all entities of the type. */
    private Entities<String, Object> escalatingClerks() {
        Supervision supervision = Supervision.restart().on(ArithmeticException.class, Directive.ESCALATE);
        return cluster.host(CLERKS, EntityOptions.defaults().supervision(supervision), entity -> {
            if (entity.key().equals("slow")) {
                return slowClerk(entity);
            }
            return message -> {
                switch (message.toString()) {
                    case "escalate" -> throw new ArithmeticException("on purpose");
                    case "fail" -> throw new IllegalStateException("on purpose");
                    default -> told.add(entity.key() + " " + message);
                }
            };
        });
    }

    @Test
    void shouldEndWithAllOfItsTypeWhenOneEscalatesAndBeginAnew() {
        Entities<String, Object> clerks = escalatingClerks();
        clerks.entity("slow").tell("1");
        Await.until("the slow one begins", () -> told.contains("1"));
        clerks.entity("ann").tell("escalate");
        Await.until("it has stopped", () -> !clerks.activeKeys().contains("ann"));
        for (String key : List.of("ann", "bob")) {
            clerks.entity(key).tell("fail");
            clerks.entity(key).tell("2");
        }
        Await.until(
                "the others are restarted alone, and go on", () -> told.contains("ann 2") && told.contains("bob 2"));
        let.countDown();
        Await.until("the slow one has stopped", () -> !clerks.activeKeys().contains("slow"));
        clerks.entity("slow").tell("3");
        Await.until("it begins anew", () -> told.contains("3"));
        assertThat(clerks.stats()).isEqualTo(new EntityStats(3, 5, 0, 0, 0, 2));
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldEndForEverWhenTheSystemStopsWhatHasEscalated() {
        try (ActorSystem strict = ActorSystem.builder("strict")
                        .supervision(Supervision.always(Directive.STOP))
                        .build();
                Cluster last = Cluster.local(strict)) {
            Entities<String, Object> clerks = last.host(
                    CLERKS,
                    EntityOptions.defaults().supervision(Supervision.always(Directive.ESCALATE)),
                    entity -> message -> {
                        throw new IllegalStateException("on purpose");
                    });
            clerks.entity("ann").tell("escalate");
            Await.until("no more begin", () -> !clerks.entity("bob").tryTell("2"));
            Await.until("all have ended", () -> clerks.stats().active() == 0);
            assertThat(last.close(LONG).isComplete()).isTrue();
        }
    }

    @Test
    void shouldStopAlsoIfItCouldNotBeToldAtFirst() throws Exception {
        Entities<String, Object> clerks = poor.host(
                CLERKS, EntityOptions.defaults().passivateIdle(false), entity -> message -> told.add(message));
        clerks.entity("ann").tell("1");
        poorSystem.strike("stopGracefully");
        assertThatThrownBy(() -> clerks.passivate("ann")).isInstanceOf(OutOfMemoryError.class);
        clerks.entity("ann").tell("2");
        Await.until("all is told", () -> List.copyOf(told).equals(List.of("1", "2")));
        assertThat(poor.close(LONG).isComplete()).isTrue();
    }

    @Test
    void shouldCountOneThatCouldNotBeToldAtFirst() {
        Entities<String, Object> clerks = poor.host(
                CLERKS,
                EntityOptions.defaults().passivateIdle(false).maxActive(2),
                entity -> message -> told.add(message));
        clerks.entity("ann").tell("1");
        poorSystem.strike("stopGracefully");
        assertThatThrownBy(() -> clerks.passivate("ann")).isInstanceOf(OutOfMemoryError.class);
        clerks.entity("bob").tell("2");
        clerks.entity("carl").tell("3");
        assertThat(clerks.stats().passivatedAsked()).isEqualTo(1);
        assertThat(clerks.stats().passivatedOver()).isZero();
        assertThat(clerks.activeKeys()).containsExactlyInAnyOrder("ann", "bob", "carl");
    }

    @Test
    void shouldWaitForOneThatCouldNotBeWatched() {
        Entities<String, Object> clerks = poor.host(CLERKS, this::slowClerk);
        poorSystem.strike("whenStopped");
        assertThatThrownBy(() -> clerks.entity("ann").tell("1")).isInstanceOf(OutOfMemoryError.class);
        Await.until("it begins", () -> begun.get() == 1);
        clerks.entity("ann").tell("lost");
        CompletableFuture<Void> ended = clerks.passivate("ann");
        clerks.entity("ann").tell("2");
        assertThat(ended).isNotDone();
        assertThat(begun).hasValue(1);
        let.countDown();
        Await.until("the next is told", () -> told.contains("2"));
        assertThat(begun).hasValue(2);
    }

    @Test
    void shouldTellAllThatClosingHasFailed() {
        poor.host(CLERKS, entity -> message -> {});
        poorSystem.strike("stop");
        assertThatThrownBy(poor::close).isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(poor::close).hasRootCauseInstanceOf(OutOfMemoryError.class);
    }

    /** A key that may fail. */
    private record Key(AtomicBoolean failing) {
        @Override
        public int hashCode() {
            if (failing.get()) {
                throw new IllegalStateException("a bad key");
            }
            return 17;
        }
    }

    @Test
    void shouldEndAlsoIfItsKeyFails() {
        var key = new Key(new AtomicBoolean());
        Entities<Key, Object> bad = cluster.host(EntityType.of("bad", Key.class, Object.class), entity -> message -> {
            key.failing().set(true);
            entity.passivate();
        });
        bad.entity(key).tell("go");
        Await.until("it has ended", () -> bad.stats().active() == 0);
        assertThat(cluster.close(LONG).isComplete()).isTrue();
    }
}
