package dev.ropewalk.cluster;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.testing.CapturedLog;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** What tests of a local cluster share. */
@Timeout(60)
abstract class ClusterTests {
    final CapturedLog log = new CapturedLog("dev.ropewalk");
    final ActorSystem system = ActorSystem.create("shop");
    final Cluster cluster = Cluster.local(system);
    final ConcurrentLinkedQueue<DeadLetter> deadLetters = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void listen() {
        system.events().subscribe(DeadLetter.class, system.<DeadLetter>spawn("morgue", _ -> deadLetters::add));
    }

    @AfterEach
    void close() {
        cluster.close();
        system.close();
        log.close();
    }

    static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }
}
