package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Other tests have executors in this JVM, too. */
class LiveExecutorsTest {
    private static final String NAME = "looked-at";

    private static BoundedExecutor named(String name) {
        return BoundedExecutor.builder(2).name(name).build();
    }

    @Test
    void shouldListAnExecutorUntilItHasTerminated() {
        var goOn = new CountDownLatch(1);
        try (BoundedExecutor executor = named(NAME)) {
            assertThat(BoundedExecutor.live()).containsEntry(NAME, executor);
            executor.execute(() -> await(goOn));
            executor.shutdown();
            assertThat(BoundedExecutor.live()).containsEntry(NAME, executor);
            assertThat(executor.stats().inFlight()).isEqualTo(1);
            goOn.countDown();
        }

        assertThat(BoundedExecutor.live()).doesNotContainKey(NAME);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldMakeNamesUniqueAndGiveOneToThoseWithout() {
        try (BoundedExecutor first = named("twice");
                BoundedExecutor second = named("twice");
                BoundedExecutor third = BoundedExecutor.builder(1).build()) {
            Map<String, BoundedExecutor> live = BoundedExecutor.live();

            assertThat(live).containsEntry("twice", first).containsValues(second, third);
            assertThat(live.entrySet())
                    .anyMatch(entry ->
                            entry.getValue().equals(third) && entry.getKey().matches("executor#\\d+"));
        }
    }

    @Test
    void shouldListAForgottenExecutorAsLongAsItHasTasks() {
        var goOn = new CountDownLatch(1);
        startAndForget("working", goOn);
        startAndForget("idle", new CountDownLatch(0));
        Await.until("the idle executor is forgotten", () -> {
            System.gc();
            return !BoundedExecutor.live().containsKey("idle");
        });
        assertThat(BoundedExecutor.live()).containsKey("working");

        goOn.countDown();
        Await.until("the executor without tasks is forgotten", () -> {
            System.gc();
            return !BoundedExecutor.live().containsKey("working");
        });
    }

    @SuppressWarnings("MustBeClosedChecker")
    private static void startAndForget(String name, CountDownLatch goOn) {
        named(name).execute(() -> await(goOn));
    }
}
