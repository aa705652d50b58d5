package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DepartureTest {
    private int shards;
    private boolean isMemoryOut;
    private boolean hasEnded;
    private long now;
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();

    @Test
    void shouldBeOverAtOnceWithoutShards() {
        assertThat(begin()).isDone();
        assertThat(tasks).isEmpty();
    }

    @Test
    void shouldWaitUntilAllHaveMoved() {
        shards = 20;
        CompletableFuture<Void> over = begin();
        while (shards > 0) {
            assertThat(over).isNotDone();
            shards--;
            pass(Duration.ofMillis(100));
        }
        assertThat(over).isCompleted();
        assertThat(tasks).isEmpty();
    }

    @Test
    void shouldNotWaitForMoreThanAQuarterOfTheTime() {
        shards = 20;
        CompletableFuture<Void> over = begin(Duration.ofSeconds(8));
        assertWaitsFor(Duration.ofSeconds(2), over);
    }

    @Test
    void shouldNotWaitForMoreThanTenSeconds() {
        shards = 100;
        CompletableFuture<Void> over = begin(Duration.ofDays(1));
        assertWaitsFor(Duration.ofSeconds(10), over);
    }

    private void assertWaitsFor(Duration time, CompletableFuture<Void> over) {
        for (long i = 0; i < time.toMillis() / 500; i++) {
            shards--;
            pass(Duration.ofMillis(500));
            assertThat(over).isNotDone();
        }
        pass(Duration.ofNanos(1));
        assertThat(over).isCompleted();
    }

    @Test
    void shouldNotWaitWhenNoneMovesForASecond() {
        shards = 2;
        CompletableFuture<Void> over = begin();
        pass(Duration.ofMillis(500));
        shards = 1;
        pass(Duration.ofMillis(10));
        pass(Duration.ofSeconds(1));
        assertThat(over).isNotDone();
        pass(Duration.ofNanos(1));
        assertThat(over).isCompleted();
    }

    @Test
    void shouldNotWaitWhenTheNodeHasEnded() {
        shards = 2;
        CompletableFuture<Void> over = begin();
        hasEnded = true;
        pass(Duration.ofMillis(50));
        assertThat(over).isCompleted();
    }

    /** The node is to leave whatever fails. */
    @Test
    void shouldNotWaitWhenItCannotLook() {
        shards = 2;
        CompletableFuture<Void> over = begin();
        isMemoryOut = true;
        assertThatThrownBy(() -> pass(Duration.ofMillis(50))).isInstanceOf(OutOfMemoryError.class);
        assertThat(over).isCompleted();
    }

    private CompletableFuture<Void> begin() {
        return begin(Duration.ofSeconds(30));
    }

    private CompletableFuture<Void> begin(Duration within) {
        return new Departure(within, () -> shards, () -> now, this::later)
                .begin()
                .toCompletableFuture();
    }

    private void later(Duration delay, Runnable task) {
        if (hasEnded) {
            throw new IllegalStateException("cannot enqueue after timer shutdown");
        }
        if (isMemoryOut) {
            throw new OutOfMemoryError("of the test");
        }
        tasks.add(task);
    }

    private void pass(Duration time) {
        now += time.toNanos();
        tasks.remove().run();
    }
}
