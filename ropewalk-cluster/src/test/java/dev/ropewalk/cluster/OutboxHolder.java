package dev.ropewalk.cluster;

import dev.ropewalk.actor.ActorSystem;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** A process that tells jobs to a worker that handles none, and lives until it is killed. */
final class OutboxHolder {
    private OutboxHolder() {}

    /** Takes the folder of the outbox and how many jobs it tells. */
    public static void main(String[] args) {
        Cluster cluster = Cluster.local(ActorSystem.create("shop"));
        cluster.host(OutboxLives.TYPE, entity -> {
            entity.actor().pauseUntil(new CompletableFuture<>(), (nothing, failure) -> {});
            return job -> {};
        });
        Outbox outbox = cluster.outbox(OutboxOptions.defaults(Path.of(args[0])).codecs(OutboxLives.CODECS));
        OutboxLives.tellAll(outbox.to(cluster.entity(OutboxLives.TYPE, "slow")), 0, Integer.parseInt(args[1]));
        System.out.println("told");
        while (true) {
            LockSupport.park();
        }
    }
}
