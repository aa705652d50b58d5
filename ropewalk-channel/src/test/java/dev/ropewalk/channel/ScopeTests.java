package dev.ropewalk.channel;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What tests of scopes need; each runs with the processes on our workers, and on the JDK's. */
@ParameterizedClass
@EnumSource(ThreadSource.class)
@Timeout(60)
public abstract class ScopeTests {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    protected final Scheduler scheduler;

    protected ScopeTests(ThreadSource source) {
        scheduler = source.newScheduler();
    }

    @AfterEach
    void closeScheduler() {
        scheduler.close();
    }

    protected ProcessScope open(String name) {
        return ProcessScope.builder(scheduler).name(name).open();
    }

    /** Waits in a way that no scope counts as sleep. */
    static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
            Assertions.fail("not within " + DEADLINE);
        }
    }

    /** Runs something in a platform thread that has nothing to do with any scope, and returns what it throws. */
    static Throwable thrownOutside(ProcessAction action) {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread.ofPlatform().name("outsider").start(() -> {
            try {
                action.run();
                thrown.complete(null);
            } catch (Throwable escaped) {
                thrown.complete(escaped);
            }
        });
        return thrown.orTimeout(DEADLINE.toSeconds(), TimeUnit.SECONDS).join();
    }
}
