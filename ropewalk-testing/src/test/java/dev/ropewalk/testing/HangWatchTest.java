package dev.ropewalk.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherFactory;

class HangWatchTest {
    /** Hangs until somebody lets it end. It isn't found by its name. */
    static class Hanging {
        static volatile CountDownLatch mayEnd = new CountDownLatch(1);

        @Test
        void hangs() throws InterruptedException {
            mayEnd.await();
        }
    }

    static class Quick {
        @Test
        void ends() {}
    }

    @Test
    void shouldLeaveWhatAllThreadsDoWhenATestHangs() throws Exception {
        Hanging.mayEnd = new CountDownLatch(1);
        var hung = new AtomicReference<String>();
        var written = new AtomicReference<String>();
        var watch = new HangWatch(Duration.ofMillis(20), (test, dump) -> {
            hung.set(test);
            written.set(textOf(dump));
            Hanging.mayEnd.countDown();
        });
        LauncherFactory.create()
                .execute(request().selectors(selectClass(Hanging.class)).build(), watch);
        assertThat(hung.get()).contains("Hanging").contains("hangs");
        assertThat(written.get()).startsWith("This test hangs").contains(Hanging.class.getName() + ".hangs");
    }

    private static String textOf(Path file) {
        try {
            String text = Files.readString(file);
            Files.delete(file);
            return text;
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void shouldForgetTestsThatHaveEnded() throws InterruptedException {
        var watch = new HangWatch(Duration.ofHours(1), (test, dump) -> {});
        var ran = new AtomicReference<Set<String>>();
        LauncherFactory.create()
                .execute(request().selectors(selectClass(Quick.class)).build(), watch, new TestExecutionListener() {
                    @Override
                    public void executionStarted(TestIdentifier test) {
                        ran.set(watch.running());
                    }
                });
        assertThat(ran.get()).singleElement().asString().contains("ends");
        assertThat(watch.running()).isEmpty();
        Thread watcher = Objects.requireNonNull(watch.watcher());
        watcher.join();
        assertThat(watcher.isAlive()).isFalse();
    }
}
