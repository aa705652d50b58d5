package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.testkit.Jobs.Done;
import dev.ropewalk.cluster.testkit.Jobs.Order;
import dev.ropewalk.cluster.testkit.Jobs.Work;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Remembered entities of one process, whose store outlives it. */
class RememberedTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final CapturedLog log = new CapturedLog("dev.ropewalk.cluster");
    private final MemoryKeys<String> keys = new MemoryKeys<>();
    private final EntityOptions<Object> options = EntityOptions.defaults().remembered(String.class, keys);
    private final List<Cluster> clusters = new ArrayList<>();
    private final Jobs jobs = new Jobs();

    private Cluster begin() {
        Cluster cluster = Cluster.local(ActorSystem.create("office"));
        clusters.add(cluster);
        return cluster;
    }

    private Entities<String, Order> host(EntityOptions<Object> as) {
        Cluster cluster = begin();
        return cluster.host(Jobs.TYPE, as, entity -> jobs.job("here", entity));
    }

    private void end() {
        Cluster cluster = clusters.getLast();
        assertThat(cluster.close(LONG).isComplete()).isTrue();
        assertThat(cluster.system().close(LONG).isComplete()).isTrue();
    }

    @AfterEach
    void close() {
        keys.release();
        clusters.forEach(cluster -> {
            var ignored = cluster.close(LONG);
            cluster.system().close();
        });
        log.close();
        assertThat(jobs.violations()).isEmpty();
    }

    private static CompletableFuture<String> ask(Entities<String, Order> from, String key) {
        return from.entity(key).ask(Work::new, LONG);
    }

    private static void await(CompletableFuture<?> future) throws Exception {
        var ignored = future.get(60, TimeUnit.SECONDS);
    }

    private void awaitAlive(Set<String> expected) {
        Await.until(
                () -> "these live: " + expected + ", but " + jobs.alive().keySet() + " do",
                () -> jobs.alive().keySet().equals(expected),
                LONG);
    }

    @Test
    void shouldBeginAgainByThemselves() throws Exception {
        Entities<String, Order> first = host(options);
        await(ask(first, "one"));
        await(ask(first, "two"));
        assertThat(keys.all()).containsExactlyInAnyOrder("one", "two");
        end();
        assertThat(jobs.alive()).isEmpty();
        host(options);
        awaitAlive(Set.of("one", "two"));
    }

    @Test
    void shouldBeForgottenByPassivate() throws Exception {
        Entities<String, Order> first = host(options);
        for (String key : List.of("done", "passivated", "left")) {
            await(ask(first, key));
        }
        first.entity("done").tell(new Done());
        await(first.passivate("passivated"));
        Await.until("they are forgotten", () -> keys.all().equals(Set.of("left")), LONG);
        end();
        Entities<String, Order> second = host(options);
        awaitAlive(Set.of("left"));
        await(ask(second, "done"));
        assertThat(keys.all()).containsExactlyInAnyOrder("done", "left");
    }

    @Test
    void shouldStayRememberedIfSomethingIsSentMeanwhile() throws Exception {
        Entities<String, Order> first = host(options);
        await(ask(first, "one"));
        for (int i = 0; i < 100; i++) {
            var ignored = first.passivate("one");
            await(ask(first, "one")); // by the next one
        }
        end();
        assertThat(keys.all()).containsExactly("one");
    }

    @Test
    void shouldBeRememberedBeforeTheyHandleTheFirstMessage() throws Exception {
        Entities<String, Order> first = host(options);
        await(ask(first, "old"));
        keys.hold();
        CompletableFuture<String> answer = ask(first, "new");
        Await.until("it is to be stored", () -> keys.waiting() == 1, LONG);
        await(ask(first, "old")); // which goes on
        assertThat(answer).isNotDone();
        assertThat(jobs.alive()).containsOnlyKeys("old");
        keys.release();
        await(answer);
    }

    @Test
    void shouldBeStoredAgainAfterAFailure() throws Exception {
        keys.faults(() -> StoreFault.REFUSED);
        Entities<String, Order> first = host(options);
        CompletableFuture<String> answer = ask(first, "one");
        Await.until(
                "it is said", () -> !log.messages("adding /job/one has failed").isEmpty(), LONG);
        Await.until(
                "it is said",
                () -> !log.messages("loading the keys of /job, shard 0, has failed")
                        .isEmpty(),
                LONG);
        assertThat(answer).isNotDone();
        keys.faults(() -> StoreFault.NONE);
        await(answer);
        keys.faults(() -> StoreFault.DONE_BUT_FAILED);
        first.entity("one").tell(new Done());
        Await.until(
                "it is said",
                () -> !log.messages("removing /job/one has failed").isEmpty(),
                LONG);
        CompletableFuture<String> again = ask(first, "one");
        keys.faults(() -> StoreFault.NONE);
        await(again);
        assertThat(keys.all()).containsExactly("one");
    }

    @Test
    void shouldEndOnlyWhenTheStoreKnows() throws Exception {
        Entities<String, Order> first = host(options);
        await(ask(first, "one"));
        keys.hold();
        first.entity("one").tell(new Done());
        Await.until("it is to be removed", () -> keys.waiting() == 1, LONG);
        CompletableFuture<Void> ended = CompletableFuture.runAsync(this::end);
        Await.until("it has ended", () -> jobs.alive().isEmpty(), LONG);
        assertThat(ended).isNotDone();
        keys.release();
        await(ended);
        assertThat(keys.all()).isEmpty();
    }

    @Test
    void shouldBeginNoMoreThanMayBeActive() throws Exception {
        Entities<String, Order> first = host(options);
        for (int key = 0; key < 500; key++) {
            await(ask(first, "key-" + key));
        }
        end();
        long before = jobs.begun();
        Entities<String, Order> second = host(options.maxActive(150));
        Await.until("as many have begun as may", () -> jobs.begun() == before + 150, LONG);
        for (int key = 0; key < 500; key++) {
            await(ask(second, "key-" + key));
        }
        Await.until("no more are active", () -> second.stats().active() <= 150, LONG);
        assertThat(keys.all()).hasSize(500);
    }

    @Test
    void shouldNotBePassivatedWhenTheyAreIdle() throws Exception {
        Entities<String, Order> first = host(options.idleTime(Duration.ofMillis(1)));
        var other = Jobs.idle();
        Entities<String, Order> idle = clusters.getLast()
                .host(other, EntityOptions.defaults().idleTime(Duration.ofMillis(1)), entity -> order -> {});
        await(ask(first, "one"));
        idle.entity("two").tell(new Done());
        Await.until(
                "one that isn't remembered is passivated", () -> idle.stats().passivatedIdle() == 1, LONG);
        assertThat(first.stats().passivatedIdle()).isZero();
        assertThat(jobs.alive()).containsOnlyKeys("one");
    }

    @Test
    void shouldHaveKeysOfTheirType() {
        Cluster cluster = begin();
        var wrong = EntityOptions.defaults().remembered(Long.class, new MemoryKeys<>());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster.host(Jobs.TYPE, wrong, entity -> order -> {}))
                .withMessageContainingAll("java.lang.Long", "java.lang.String");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster.singleton("clerk", Order.class, options, context -> order -> {}))
                .withMessageContaining("the singleton 'clerk' begins by itself");
    }
}
