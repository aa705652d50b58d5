package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.scheduler.Scheduler;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** The network on schedulers with real workers. */
class RealSchedulerTest {
    private static final int NODES = 4;
    private static final int STEPS = 2_000;

    private final SimulatedNetwork network = SimulatedNetwork.builder()
            .latency(Duration.ZERO, Duration.ofNanos(50_000))
            .detectionTime(Duration.ofMillis(50))
            .build();
    private final List<Engine> engines = new ArrayList<>();
    private final Queue<String> mishaps = new ConcurrentLinkedQueue<>();

    /** Notes calls that overlap, and frames that don't ascend. */
    private final class Watching implements EngineListener {
        private final AtomicBoolean isCalled = new AtomicBoolean();
        private final Map<Node, Integer> last = new ConcurrentHashMap<>();
        private volatile List<Member> members = List.of();

        private void call(Runnable step) {
            if (!isCalled.compareAndSet(false, true)) {
                mishaps.add("two calls at once");
            }
            step.run();
            isCalled.set(false);
        }

        @Override
        public void members(List<Member> now) {
            call(() -> members = now);
        }

        @Override
        public void received(Node from, byte[] frame) {
            call(() -> {
                int number = ByteBuffer.wrap(frame).getInt();
                Integer before = last.put(from, number);
                if (before != null && before >= number) {
                    mishaps.add("frame " + number + " after " + before);
                }
            });
        }

        @Override
        public void shardAssigned(String type, int shard) {
            call(() -> {});
        }

        @Override
        public CompletionStage<Void> shardRevoked(String type, int shard) {
            call(() -> {});
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<Void> shardsLeft() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void removed(String reason) {
            call(() -> {});
        }
    }

    private Watching start(Scheduler scheduler) {
        ClusterOptions options = Scene.options().stableAfter(Duration.ofMillis(500));
        var listener = new Watching();
        Engine engine = network.engine()
                .start(
                        engines.isEmpty()
                                ? options
                                : options.seeds(
                                        List.of(engines.getFirst().self().address())),
                        scheduler,
                        listener);
        engine.host(TestNode.TYPE, Optional.empty());
        engines.add(engine);
        return listener;
    }

    private static void await(String what, BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).as(what).isLessThan(Duration.ofSeconds(60));
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void shouldCallAListenerOnceAtATimeAndInOrder() throws InterruptedException {
        try (Scheduler scheduler = Scheduler.create()) {
            List<Watching> listeners = new ArrayList<>();
            for (int i = 0; i < NODES; i++) {
                listeners.add(start(scheduler));
            }
            await("all members", () -> listeners.stream().allMatch(each -> each.members.size() == NODES));
            List<Thread> threads = new ArrayList<>();
            for (Engine engine : engines) {
                threads.add(Thread.ofPlatform().start(() -> storm(engine)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            network.heal();
            assertThat(mishaps).isEmpty();
            engines.forEach(Engine::stop);
        }
    }

    private void storm(Engine engine) {
        for (int step = 0; step < STEPS; step++) {
            Engine other = engines.get(ThreadLocalRandom.current().nextInt(NODES));
            boolean ignored = engine.send(
                    other.self(),
                    ByteBuffer.allocate(Integer.BYTES).putInt(step).array());
            switch (ThreadLocalRandom.current().nextInt(100)) {
                case 0 -> network.isolate(other.self());
                case 1, 2 -> network.heal();
                case 3 -> network.pause(other.self());
                case 4, 5 -> network.resume(other.self());
                case 6 -> network.hold(engine.self(), other.self());
                case 7 -> network.letGo(engine.self(), other.self());
                case 8 -> assertThat(engine.locate(TestNode.TYPE, step % 128)).isNotNull();
                default -> {}
            }
        }
    }

    @Test
    void shouldTakeANodeForEndedWhoseSchedulerIsClosed() {
        try (Scheduler scheduler = Scheduler.create()) {
            Watching watching;
            try (Scheduler other = Scheduler.create()) {
                watching = start(scheduler);
                start(other);
                await("both members", () -> watching.members.size() == 2);
            }
            await("the node has ended", () -> {
                boolean ignored = engines.getFirst().send(engines.getLast().self(), new byte[Integer.BYTES]);
                return network.nodes().size() == 1;
            });
            await("it is removed", () -> watching.members.size() == 1);
            engines.getFirst().stop();
        }
    }
}
