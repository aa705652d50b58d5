package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.Uninterruptibly;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Code that a caller adds to the result of a run may take as long as it likes: a join returns meanwhile. */
@Timeout(60)
class JoinBesideCallbackTest {
    @Test
    void shouldReturnWhileCodeBehindTheResultWaitsForIt() throws Exception {
        var end = new CompletableFuture<Integer>();
        TaskGraphDraft draft = TaskGraph.draft();
        draft.asyncAction("ends", context -> end);
        GraphRun run = draft.build().start();
        var joined = new CountDownLatch(1);
        var join = new FutureTask<>(run::join);
        Thread.startVirtualThread(join);
        CompletableFuture<Void> behind = run.result().thenAccept(result -> Uninterruptibly.await(joined));
        Thread.ofPlatform().daemon().start(() -> end.complete(1));

        assertThat(join.get().isSuccess()).isTrue();
        assertThat(run.result()).isCompleted();
        joined.countDown();
        behind.join();
    }
}
