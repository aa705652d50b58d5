package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DepartureTest {
    private int shards;
    private boolean mayMove = true;
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
        shards = 100;
        CompletableFuture<Void> over = begin();
        while (shards > 0) {
            assertThat(over).isNotDone();
            shards--;
            pass(Duration.ofMillis(900));
        }
        assertThat(over).isCompleted();
        assertThat(tasks).isEmpty();
    }

    @Test
    void shouldNotWaitWhenNobodyTakesThem() {
        shards = 2;
        CompletableFuture<Void> over = begin();
        shards = 1;
        pass(Duration.ofMillis(50));
        assertThat(over).isNotDone();
        mayMove = false;
        pass(Duration.ofMillis(50));
        assertThat(over).isCompleted();
    }

    @Test
    void shouldNotWaitWhenNoneMovesForASecond() {
        shards = 2;
        CompletableFuture<Void> over = begin();
        pass(Duration.ofMillis(990));
        shards = 1;
        pass(Duration.ofMillis(10));
        pass(Duration.ofMillis(1000));
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

    private CompletableFuture<Void> begin() {
        return new Departure(() -> shards, () -> mayMove, () -> now, this::later)
                .begin()
                .toCompletableFuture();
    }

    private void later(Duration delay, Runnable task) {
        if (hasEnded) {
            throw new IllegalStateException("cannot enqueue after timer shutdown");
        }
        tasks.add(task);
    }

    private void pass(Duration time) {
        now += time.toNanos();
        tasks.remove().run();
    }
}
