package dev.ropewalk.scheduler.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jol.info.GraphLayout;

class OsThreadTest {
    private volatile boolean enough;

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldTellThatAThreadRuns() throws Exception {
        var known = new CompletableFuture<OsThread>();
        Thread busy = Thread.ofPlatform().daemon().start(() -> {
            known.complete(OsThread.current());
            while (!enough) {
                Thread.onSpinWait();
            }
        });
        try {
            OsThread thread = Objects.requireNonNull(known.get());
            long before = thread.ranNanos();

            Await.until("it has run", () -> thread.read() && thread.ranNanos() > before + 1_000_000);
            assertThat(thread.isWaiting()).isFalse();
        } finally {
            enough = true;
            busy.join();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldTellThatAThreadWaits() throws Exception {
        var known = new CompletableFuture<OsThread>();
        var end = new CountDownLatch(1);
        Thread idle = Thread.ofPlatform().daemon().start(() -> {
            known.complete(OsThread.current());
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        OsThread thread = Objects.requireNonNull(known.get());

        Await.until("it waits", () -> thread.read() && thread.isWaiting());
        end.countDown();
        idle.join();
        Await.until("it is unknown", () -> !thread.read());
    }

    /** Each worker has one: it must not lead to the file system's objects. */
    @Test
    void shouldBeSmall(@TempDir Path directory) {
        assertThat(GraphLayout.parseInstance(new OsThread(directory)).totalSize())
                .isLessThan(500);
    }

    @Test
    void shouldTellNothingOfAThreadThatIsNone(@TempDir Path empty) {
        assertThat(new OsThread(empty).read()).isFalse();
    }
}
