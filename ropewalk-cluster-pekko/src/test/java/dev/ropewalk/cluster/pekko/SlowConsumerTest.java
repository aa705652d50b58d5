package dev.ropewalk.cluster.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.pekko.SlowConsumer.Command;
import dev.ropewalk.cluster.pekko.SlowConsumer.IsSlow;
import dev.ropewalk.cluster.pekko.SlowConsumer.Load;
import dev.ropewalk.cluster.pekko.SlowConsumer.Loads;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An entity that takes nothing, on a node with a small heap, is sent twice that heap. The link has no more on its way than its window, though the mailbox over there has room; little more waits on the sender's node, and the sender with it; and in the end all is handled.
 */
class SlowConsumerTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int HEAP_MEGABYTES = 64;
    private static final int WINDOW_BYTES = 8 << 20;
    private static final int LOAD_BYTES = 64 << 10;
    private static final int LOADS = 2 * (HEAP_MEGABYTES << 20) / LOAD_BYTES;

    /** As many fit into the window, with what is around each. */
    private static final int WINDOW_LOADS = WINDOW_BYTES / LOAD_BYTES - 1;

    /** As many messages wait on this node, since they are large. */
    private static final int WAITING = (256 << 10) / LOAD_BYTES;

    /** What is being sent, and one that a sender waits with. */
    private static final int MORE = 4;

    private final Queue<MessageLoss> losses = new ConcurrentLinkedQueue<>();
    private final AtomicInteger told = new AtomicInteger();

    @TempDir
    private Path folder;

    @Test
    void shouldBeSentNoMoreThanTheWindowHas() throws Exception {
        ActorSystem system = ActorSystem.create("quick");
        @Nullable Process slow = null;
        try {
            Cluster cluster = Cluster.join(
                    system, SlowConsumer.options(List.of(), WINDOW_BYTES).onLoss(losses::add));
            SlowConsumer.host(cluster, false);
            slow = start(cluster.self().port());
            check(cluster, slow);
        } finally {
            if (slow != null) {
                slow.destroyForcibly();
            }
            var ignored = system.close(Duration.ZERO);
        }
    }

    private void check(Cluster cluster, Process slow) throws Exception {
        Await.until(this::errors, () -> cluster.members().size() == 2 || !slow.isAlive(), LONG);
        EntityRef<String, Command> entity = slowEntity(cluster);
        long before = link(cluster).sent();
        Thread sender = Thread.ofVirtual().start(() -> tellAll(entity));
        Await.until(
                () -> "the window is full: " + link(cluster) + ", " + told + " told",
                () -> link(cluster).sent() - before >= WINDOW_LOADS && told.get() >= WINDOW_LOADS + WAITING,
                LONG);
        assertThat((link(cluster).sent() - before) * LOAD_BYTES).isLessThanOrEqualTo(WINDOW_BYTES);
        assertThat(told.get()).isLessThanOrEqualTo(WINDOW_LOADS + WAITING + MORE);
        slow.getOutputStream().write(1);
        slow.getOutputStream().flush();
        assertThat(sender.join(LONG)).isTrue();
        assertThat(entity.<Long>ask(Loads::new, LONG).get(LONG.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo(LOADS);
        assertThat(losses).isEmpty();
    }

    private Process start(int port) throws IOException {
        return ChildJvm.start(
                List.of(),
                folder,
                List.of(
                        "-Xmx" + HEAP_MEGABYTES + "m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+ExitOnOutOfMemoryError",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SlowConsumer.class.getName(),
                        Integer.toString(port),
                        Integer.toString(WINDOW_BYTES)));
    }

    /** Finds an entity that lives over there; shards are given to both nodes. */
    private static EntityRef<String, Command> slowEntity(Cluster cluster) throws Exception {
        long end = System.nanoTime() + LONG.toNanos();
        for (int key = 0; System.nanoTime() - end < 0; key++) {
            EntityRef<String, Command> entity = cluster.entity(SlowConsumer.TYPE, "key-" + key);
            if (entity.<Boolean>ask(IsSlow::new, LONG).get(LONG.toSeconds(), TimeUnit.SECONDS)) {
                return entity;
            }
        }
        throw new AssertionError("the slow node has no shard");
    }

    private void tellAll(EntityRef<String, Command> entity) {
        for (int i = 0; i < LOADS; i++) {
            entity.tell(new Load(new byte[LOAD_BYTES]));
            told.incrementAndGet();
        }
    }

    private static LinkStats link(Cluster cluster) {
        return cluster.stats().links().values().iterator().next();
    }

    private String errors() {
        try {
            return "the slow node has joined: " + Files.readString(folder.resolve("err"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
