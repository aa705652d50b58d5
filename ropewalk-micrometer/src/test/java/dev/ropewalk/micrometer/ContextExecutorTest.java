package dev.ropewalk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.TaskExpiredException;
import dev.ropewalk.task.TaskOptions;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ContextExecutorTest {
    private final ThreadLocal<@Nullable String> user = new ThreadLocal<>();

    @AutoClose
    private final BoundedExecutor executor =
            BoundedExecutor.builder(1).priorities(Duration.ofHours(1)).build();

    private final ContextExecutor inContext = new ContextExecutor(
            executor,
            ContextSnapshotFactory.builder()
                    .contextRegistry(new ContextRegistry().registerThreadLocalAccessor("user", user))
                    .build());

    @AfterEach
    void forgetUser() {
        user.remove();
    }

    @Test
    void shouldRunATaskInTheContextOfItsSubmitter() throws Exception {
        user.set("ann");
        Future<@Nullable String> first = inContext.submit(user::get);
        user.set("bob");
        Future<@Nullable String> second = inContext.submit(user::get, TaskOptions.defaults());

        assertThat(first.get()).isEqualTo("ann");
        assertThat(second.get()).isEqualTo("bob");
    }

    @Test
    void shouldGiveEachFormTheContext() throws Exception {
        user.set("ann");
        var executed = new CompletableFuture<@Nullable String>();
        var withOptions = new CompletableFuture<@Nullable String>();
        var submitted = new CompletableFuture<@Nullable String>();
        var submittedWithOptions = new CompletableFuture<@Nullable String>();
        inContext.execute(() -> executed.complete(user.get()));
        inContext.execute(() -> withOptions.complete(user.get()), TaskOptions.defaults());
        Runnable plain = () -> submitted.complete(user.get());
        Runnable plainWithOptions = () -> submittedWithOptions.complete(user.get());
        inContext.submit(plain).get();
        inContext.submit(plainWithOptions, TaskOptions.defaults()).get();

        assertThat(executed.get()).isEqualTo("ann");
        assertThat(withOptions.get()).isEqualTo("ann");
        assertThat(submitted.get()).isEqualTo("ann");
        assertThat(submittedWithOptions.get()).isEqualTo("ann");
    }

    @Test
    void shouldTakeTheContextBackAfterTheTask() throws Exception {
        var goOn = new CountDownLatch(1);
        executor.execute(() -> awaitQuietly(goOn));
        user.set("ann");
        Future<?> failing = inContext.submit(() -> {
            throw new IllegalStateException("failed as " + user.get());
        });
        Future<@Nullable String> next = executor.submit(user::get);
        goOn.countDown();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(failing::get)
                .havingCause()
                .withMessage("failed as ann");
        assertThat(next.get()).isNull();
    }

    @Test
    void shouldKeepTheOptionsOfATask() throws Exception {
        var goOn = new CountDownLatch(1);
        executor.execute(() -> awaitQuietly(goOn));
        Future<@Nullable String> late =
                inContext.submit(user::get, TaskOptions.defaults().deadline(Duration.ofNanos(1)));
        Future<Long> low = inContext.submit(() -> executor.stats().admitted());
        Future<Long> high = inContext.submit(
                () -> executor.stats().admitted(), TaskOptions.defaults().priority(5));
        goOn.countDown();

        assertThat(high.get()).isLessThan(low.get());
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(late::get)
                .withCauseInstanceOf(TaskExpiredException.class);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
