package dev.ropewalk.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Twin;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A node that ends while a type is hosted, and while somebody asks when it is ready: he hears that it never will be. */
class ReadinessTest {
    private static final String WHY = "it leaves";
    private static final String TYPE = "clerk";

    /** Has something happen when somebody is about to go through the ways. */
    private static final class Ways extends ConcurrentHashMap<String, Readiness.Way> {
        private static final long serialVersionUID = 1L;

        private transient Runnable meanwhile = () -> {};

        @Override
        public Collection<Readiness.Way> values() {
            Runnable once = meanwhile;
            meanwhile = () -> {};
            once.run();
            return super.values();
        }
    }

    /** Whoever asks has read that the node goes on. Before he finds the ways it ends, and a type is hosted. */
    private static final class EndsBeforeTheType implements Runnable {
        @Override
        public void run() {
            var ways = new Ways();
            var readiness = new Readiness(node(), () -> false, Runnable::run, ways);
            ways.meanwhile = () -> {
                readiness.end(WHY);
                readiness.begin(TYPE, CompletableFuture::new);
            };
            expectNever(readiness.whenComplete());
            assertThat(readiness.isComplete()).isFalse();
        }
    }

    /** The node has noted why it ends. Before it goes through the ways, a type is hosted. */
    private static final class EndsBehindTheType implements Runnable {
        @Override
        public void run() {
            var ways = new Ways();
            var readiness = new Readiness(node(), () -> false, Runnable::run, ways);
            readiness.begin("desk", CompletableFuture::new);
            CompletableFuture<Void> before = readiness.whenComplete();
            ways.meanwhile = () -> readiness.begin(TYPE, CompletableFuture::new);
            readiness.end(WHY);
            expectNever(before);
            expectNever(readiness.whenComplete());
            assertThat(ways.values()).hasSize(2).noneMatch(Readiness.Way::isFound);
        }
    }

    private static void expectNever(CompletableFuture<Void> ready) {
        assertThat(ready).as("whether it is ready").isCompletedExceptionally();
        assertThatThrownBy(ready::join)
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the node isn't ready, and won't be: " + WHY);
    }

    @Test
    void shouldTellWhoFindsATypeThatIsHostedBehindTheEnd() {
        new EndsBeforeTheType().run();
    }

    @Test
    void shouldCatchOneThatBeginsATypeThoughItHasEnded() throws Exception {
        assertIsCaught("begin", "fail", EndsBeforeTheType.class);
    }

    @Test
    void shouldTellWhoWaitsForATypeThatIsHostedBeforeTheEnd() {
        new EndsBehindTheType().run();
    }

    @Test
    void shouldCatchOneThatEndsAndTellsNobody() throws Exception {
        assertIsCaught("end", "forEach", EndsBehindTheType.class);
    }

    @Test
    void shouldGiveAllTheSameFutureUntilAnotherTypeIsHosted() {
        var ways = new Ways();
        var readiness = new Readiness(node(), () -> false, Runnable::run, ways);
        var desk = new CompletableFuture<Node>();
        readiness.begin("desk", () -> desk);
        CompletableFuture<Void> first = readiness.whenComplete();
        assertThat(readiness.whenComplete()).isSameAs(first);
        readiness.begin(TYPE, CompletableFuture::new);
        CompletableFuture<Void> second = readiness.whenComplete();
        assertThat(readiness.whenComplete()).isSameAs(second);
        assertThat(second.cancel(false)).isFalse();
        desk.complete(new Node("local", 1, 1));
        assertThat(first).isCompleted();
        assertThat(second).isNotDone();
    }

    @Test
    void shouldAskAgainWhateverIsThrown() {
        var later = new ArrayDeque<Runnable>();
        var readiness = new Readiness(node(later::add), () -> false, Runnable::run);
        var tries = new AtomicInteger();
        readiness.begin(TYPE, () -> {
            if (tries.incrementAndGet() == 1) {
                throw new OutOfMemoryError("on purpose");
            }
            return CompletableFuture.completedFuture(new Node("local", 1, 1));
        });
        assertThat(readiness.isComplete()).isFalse();
        later.removeFirst().run();
        assertThat(readiness.isComplete()).isTrue();
    }

    private static void assertIsCaught(String method, String call, Class<? extends Runnable> world) throws Exception {
        Runnable twin = Twin.without(Readiness.class, method, call, false).make(Runnable.class, world);
        assertThatThrownBy(twin::run).isInstanceOf(AssertionError.class).hasMessageContaining("whether it is ready");
    }

    private static OutletHost node() {
        Scheduler scheduler = answering(Scheduler.class, Map.of("nanoTime", 0L));
        ActorSystem system = answering(ActorSystem.class, Map.of("scheduler", scheduler));
        return answering(OutletHost.class, Map.of("system", system, "toString", "the node"));
    }

    /** Returns one that hands over what it is to do later. */
    private static OutletHost node(Consumer<Runnable> later) {
        OutletHost node = node();
        return (OutletHost) Proxy.newProxyInstance(
                OutletHost.class.getClassLoader(), new Class<?>[] {OutletHost.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("later")) {
                        later.accept((Runnable) arguments[0]);
                    }
                    return method.invoke(node, arguments);
                });
    }

    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.get(method.getName())));
    }
}
