package dev.ropewalk.channel;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import org.assertj.core.api.Assertions;

/** Runs the processes of a test, and fails if one of them fails or doesn't end. */
final class Processes implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /** What a process does. */
    interface Body {
        void run() throws Exception;
    }

    private final ThreadFactory factory;
    private final Runnable end;
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    Processes(ThreadFactory factory, Runnable end) {
        this.factory = factory;
        this.end = end;
    }

    Thread spawn(Body body) {
        Thread thread = factory.newThread(() -> {
            try {
                body.run();
            } catch (Throwable thrown) {
                failures.add(thrown);
            }
        });
        threads.add(thread);
        thread.start();
        return thread;
    }

    /** Waits until all processes have ended well; fails with the first failure at once. */
    void join() {
        Await.until(
                "the end of all processes",
                () -> !failures.isEmpty() || threads.stream().noneMatch(Thread::isAlive),
                DEADLINE);
        if (!failures.isEmpty()) {
            Assertions.fail("a process has failed: " + failures.getFirst(), failures.getFirst());
        }
        threads.clear();
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        end.run();
    }
}
