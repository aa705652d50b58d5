package dev.ropewalk.cluster;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Clusters of one process with an outbox, one after another as if the process was started again, and what their workers have done. */
abstract class OutboxLives {
    static final EntityType<String, Job> TYPE = EntityType.of("worker", String.class, Job.class);

    sealed interface Job {}

    record Count(long number) implements Job {}

    record Note(String text) implements Job {}

    record Fail() implements Job {}

    /** Can't be made while it is poison. */
    record Poison(String text) implements Job {
        static volatile boolean isPoison;

        Poison {
            if (isPoison) {
                throw new AssertionError("on purpose");
            }
        }
    }

    static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Count.class)
            .register(3, Note.class)
            .register(4, Fail.class)
            .register(5, Poison.class)
            .build();

    /** Doesn't know notes any more. */
    static final CodecRegistry FEWER = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Count.class)
            .register(4, Fail.class)
            .build();

    @TempDir
    Path folder;

    final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final List<Life> lives = new ArrayList<>();

    /** What each worker has handled, in all lives. */
    private final Map<String, Queue<Object>> done = new ConcurrentHashMap<>();

    /** From a start of the process to its end. */
    final class Life implements AutoCloseable {
        final ActorSystem system = ActorSystem.create("shop");
        final Cluster cluster = Cluster.local(system);
        final CompletableFuture<Void> open = new CompletableFuture<>();
        final Outbox outbox;

        Life(OutboxOptions options, boolean hosts) {
            if (hosts) {
                cluster.host(TYPE, this::worker);
            }
            outbox = cluster.outbox(options);
            lives.add(this);
        }

        /** Workers whose name begins with "slow" wait until the gate is open. */
        private Actor<Job> worker(EntityContext<String, Job> entity) {
            if (entity.key().startsWith("slow") && !open.isDone()) {
                entity.actor().pauseUntil(open, (nothing, failure) -> {});
            }
            Queue<Object> handled = done(entity.key());
            return job -> {
                switch (job) {
                    case Count(long number) -> handled.add(number);
                    case Note(String text) -> handled.add(text);
                    case Poison(String text) -> handled.add(text);
                    case Fail() -> throw new IllegalStateException("on purpose");
                }
            };
        }

        ReliableRef<String, Job> to(String key) {
            return outbox.to(cluster.entity(TYPE, key));
        }

        void awaitAll() {
            Await.until(
                    "all is handled; " + outbox.stats(), () -> outbox.stats().waiting() == 0, Duration.ofSeconds(60));
        }

        @Override
        public void close() {
            outbox.close();
            cluster.close(Duration.ZERO);
            system.close(Duration.ZERO);
        }
    }

    Queue<Object> done(String key) {
        return done.computeIfAbsent(key, k -> new ConcurrentLinkedQueue<>());
    }

    OutboxOptions options() {
        return OutboxOptions.defaults(folder.resolve("outbox")).codecs(CODECS);
    }

    Life begin(OutboxOptions options) {
        return new Life(options, true);
    }

    Life begin() {
        return begin(options());
    }

    static void tellAll(ReliableRef<String, Job> ref, long from, long to) {
        for (long number = from; number < to; number++) {
            ref.tell(new Count(number));
        }
    }

    static List<Object> numbers(long from, long to) {
        return LongStream.range(from, to).<Object>mapToObj(number -> number).toList();
    }

    @AfterEach
    void close() {
        lives.forEach(Life::close);
        log.close();
    }

    static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }
}
