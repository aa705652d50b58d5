package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Whether blocking actors leave anything behind. */
class BlockingLeakTest extends BlockingActorTests {
    private static final int ACTORS = 10_000;

    /** Queues of schedulers may remember what they held last. */
    private static final int REMEMBERED = 10;

    private final Queue<WeakReference<Thread>> threads = new ConcurrentLinkedQueue<>();

    @Test
    void shouldLeaveNeitherThreadsNorActors() throws Exception {
        List<WeakReference<ActorRef<?>>> actors = spawnAndStop();
        assertThat(threads).isNotEmpty();
        assertThat(system.snapshot().children()).isEmpty();
        Await.until("threads and actors are garbage", () -> {
            System.gc();
            return living(threads) <= REMEMBERED && living(actors) <= REMEMBERED;
        });
    }

    private static <T> long living(Collection<WeakReference<T>> references) {
        return references.stream()
                .filter(reference -> !reference.refersTo(null))
                .count();
    }

    private List<WeakReference<ActorRef<?>>> spawnAndStop() throws Exception {
        List<WeakReference<ActorRef<?>>> actors = new ArrayList<>();
        List<CompletableFuture<Void>> stopped = new ArrayList<>();
        for (int i = 0; i < ACTORS; i++) {
            ActorRef<String> actor = system.spawnBlocking(inbox -> {
                threads.add(new WeakReference<>(Thread.currentThread()));
                inbox.receive();
            });
            if (i % 2 == 0) {
                actor.tell("end");
            } else {
                system.stop(actor);
            }
            stopped.add(system.whenStopped(actor));
            actors.add(new WeakReference<>(actor));
        }
        for (CompletableFuture<Void> each : stopped) {
            get(each);
        }
        return actors;
    }
}
