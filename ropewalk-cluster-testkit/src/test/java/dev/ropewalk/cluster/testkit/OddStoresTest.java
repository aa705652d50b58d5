package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.store.RememberedKeys;
import dev.ropewalk.cluster.testkit.Jobs.Done;
import dev.ropewalk.cluster.testkit.Jobs.Order;
import dev.ropewalk.cluster.testkit.Jobs.Work;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stores of keys whose code is wrong, or whose answers don't come. */
class OddStoresTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final CapturedLog log = new CapturedLog("dev.ropewalk.cluster");
    private final MemoryKeys<String> keys = new MemoryKeys<>();
    private final Cluster cluster = Cluster.local(ActorSystem.create("office"));
    private final Jobs jobs = new Jobs();

    @AfterEach
    void close() {
        var ignored = cluster.close(LONG);
        cluster.system().close();
        log.close();
        assertThat(jobs.violations()).isEmpty();
    }

    private Entities<String, Order> host(RememberedKeys<String> store) {
        return cluster.host(
                Jobs.TYPE,
                EntityOptions.defaults().remembered(String.class, store),
                entity -> jobs.job("here", entity));
    }

    private static void ask(Entities<String, Order> from, String key) throws Exception {
        var ignored = from.entity(key).<String>ask(Work::new, LONG).get(60, TimeUnit.SECONDS);
    }

    private void awaitLog(String text) {
        Await.until(() -> "'" + text + "' is logged", () -> !log.messages(text).isEmpty(), LONG);
    }

    /** A store of keys in memory, in which some calls do something else. */
    private class Odd implements RememberedKeys<String> {
        @Override
        public CompletionStage<?> add(int shard, String key) {
            return keys.add(shard, key);
        }

        @Override
        public CompletionStage<?> remove(int shard, String key) {
            return keys.remove(shard, key);
        }

        @Override
        public CompletionStage<? extends Collection<String>> keys(int shard) {
            return keys.keys(shard);
        }
    }

    @Test
    void shouldBeAskedAgainIfTheyThrowOrReturnNull() throws Exception {
        Queue<Throwable> thrown =
                new ArrayDeque<>(List.of(new StackOverflowError("of a test"), new IllegalStateException("of a test")));
        Entities<String, Order> entities = host(new Odd() {
            @Override
            @SuppressWarnings("NullAway") // which is what is tested
            public CompletionStage<?> add(int shard, String key) {
                Throwable next = thrown.poll();
                if (next instanceof Error error) {
                    throw error;
                }
                return next == null ? super.add(shard, key) : null;
            }
        });
        ask(entities, "one");
        assertThat(keys.all()).containsExactly("one");
        awaitLog("adding /job/one has failed: java.lang.StackOverflowError: of a test");
        awaitLog("adding /job/one has failed: java.lang.NullPointerException: the stage of a call is null");
    }

    /** Answers twice, and throws then. */
    private static final class Twice extends CompletableFuture<Object> {
        @Override
        public CompletableFuture<Object> whenComplete(BiConsumer<? super Object, ? super Throwable> action) {
            action.accept("stored", null);
            action.accept(null, new IllegalStateException("not stored after all"));
            throw new IllegalStateException("of a test");
        }
    }

    @Test
    void shouldBeTakenAtTheirFirstWord() throws Exception {
        Entities<String, Order> entities = host(new Odd() {
            @Override
            public CompletionStage<?> add(int shard, String key) {
                super.add(shard, key);
                return new Twice();
            }
        });
        for (int key = 0; key < 200; key++) { // more than are on their way at a time
            ask(entities, "key-" + key);
        }
        entities.entity("key-7").tell(new Done());
        Await.until("it is forgotten", () -> keys.all().size() == 199, LONG);
        assertThat(cluster.close(LONG).isComplete()).isTrue();
        assertThat(log.messages("adding")).isEmpty();
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // a store may do that, too
    void shouldBeginWhatTheyHaveBesideWhatIsNoKey() throws Exception {
        host(new Odd() {
            @Override
            public CompletionStage<? extends Collection<String>> keys(int shard) {
                return CompletableFuture.completedFuture((Collection) List.of("one", 2, "three"));
            }
        });
        Await.until("two begin", () -> jobs.alive().keySet().equals(Set.of("one", "three")), LONG);
        awaitLog("a key of 'job' is a java.lang.String, but this is a java.lang.Integer: 2");
    }

    @Test
    void shouldBeAskedAgainForKeysAmongWhichIsNull() {
        Queue<CompletionStage<? extends Collection<String>>> answers = new ArrayDeque<>();
        answers.add(CompletableFuture.completedFuture(Arrays.asList("one", null)));
        host(new Odd() {
            @Override
            public CompletionStage<? extends Collection<String>> keys(int shard) {
                CompletionStage<? extends Collection<String>> next = answers.poll();
                return next == null ? CompletableFuture.completedFuture(List.of("two")) : next;
            }
        });
        Await.until("the other one begins", () -> jobs.alive().keySet().equals(Set.of("two")), LONG);
        awaitLog("loading the keys of /job, shard 0, has failed: java.util.concurrent.CompletionException:"
                + " java.lang.NullPointerException: null in keys");
    }

    @Test
    void shouldBeAskedAgainIfTheyReturnNullForKeys() {
        var isAsked = new AtomicBoolean();
        host(new Odd() {
            @Override
            @SuppressWarnings("NullAway") // which is what is tested
            public CompletionStage<? extends Collection<String>> keys(int shard) {
                return isAsked.getAndSet(true) ? CompletableFuture.completedFuture(List.of("two")) : null;
            }
        });
        Await.until("it begins", () -> jobs.alive().keySet().equals(Set.of("two")), LONG);
        awaitLog("loading the keys of /job, shard 0, has failed: java.lang.NullPointerException: the stage of a call is"
                + " null");
    }

    @Test
    void shouldNotBelieveAnAnswerThatIsOlderThanAnEnd() throws Exception {
        var late = new CompletableFuture<Collection<String>>();
        Entities<String, Order> entities = host(new Odd() {
            @Override
            public CompletionStage<? extends Collection<String>> keys(int shard) {
                return late;
            }
        });
        ask(entities, "one");
        entities.entity("one").tell(new Done());
        Await.until("it is forgotten", () -> keys.all().isEmpty(), LONG);
        late.complete(List.of("one", "two"));
        Await.until("the other one begins", () -> jobs.alive().keySet().equals(Set.of("two")), LONG);
        assertThat(jobs.begun()).isEqualTo(2);
        ask(entities, "one");
        assertThat(keys.all()).containsExactly("one");
    }

    @Test
    void shouldBeCalledNoMoreWhenTheyHaveBeenSilentForTooLong() {
        var ignored = Simulations.check(
                SimulationOptions.defaults().runs(10), simulation -> new SilentStoreWorld().run(simulation));
        awaitLog("hasn't answered calls of a shard that moves within");
    }

    @Test
    void shouldBeToldOfWhenTheyAreSilent() {
        var ignored = Simulations.check(SimulationOptions.defaults().runs(1), simulation -> {
            ActorSystem system = ActorSystem.builder("silent")
                    .scheduler(simulation.scheduler())
                    .build();
            List<CompletableFuture<Object>> answers = new ArrayList<>();
            var store = new Odd() {
                @Override
                public CompletionStage<?> add(int shard, String key) {
                    var answer = new CompletableFuture<Object>();
                    answers.add(answer);
                    return answer;
                }
            };
            var alone = new Jobs();
            Cluster silent = Cluster.local(system);
            Entities<String, Order> entities = silent.host(
                    Jobs.TYPE,
                    EntityOptions.defaults().remembered(String.class, store),
                    entity -> alone.job("there", entity));
            CompletableFuture<String> answer = entities.entity("one").ask(Work::new, LONG);
            simulation.runFor(Duration.ofSeconds(11));
            assertThat(log.messages("the store of keys hasn't answered for 10 s: adding /job/one; so many calls"))
                    .isNotEmpty();
            assertThat(answer).isNotDone();
            answers.forEach(each -> each.complete(null));
            simulation.runUntil("it is handled", answer::isDone);
            assertThat(silent.close(LONG).isComplete()).isTrue();
            assertThat(system.close(Duration.ZERO)).isNotNull();
        });
    }
}
