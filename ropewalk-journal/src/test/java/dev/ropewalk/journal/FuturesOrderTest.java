package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Futures complete in the order of their records, one after the other. */
@Timeout(60)
class FuturesOrderTest {
    private static final byte[] PAYLOAD = new byte[8];

    @TempDir
    Path directory;

    private final List<Long> told = Collections.synchronizedList(new ArrayList<>());

    private Journal open(Durability durability, BlockableForcer forcer) {
        return Journal.open(
                directory, JournalOptions.defaults().segmentBytes(1 << 20).durability(durability), forcer);
    }

    private static List<Durability> durabilities() {
        return List.of(Durability.none(), Durability.group(Duration.ofMillis(1)), Durability.group(64));
    }

    private CompletableFuture<Void> noted(CompletableFuture<Long> future) {
        return future.thenAccept(told::add);
    }

    private CompletableFuture<?> all(List<? extends CompletableFuture<?>> futures) {
        return CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("durabilities")
    void shouldCompleteFuturesInTheOrderOfTheirRecords(Durability durability) throws Exception {
        var forcer = new BlockableForcer(0);
        try (Journal journal = open(durability, forcer);
                Appender appender = journal.exclusiveAppender()) {
            List<CompletableFuture<?>> futures = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                futures.add(noted(appender.appendAsync(PAYLOAD)));
                // Of ten, some wait for one force.
                forcer.let(i % 10 == 9 ? 1 : 0);
            }
            Batch batch = appender.batch();
            for (int i = 0; i < 10; i++) {
                batch.add(PAYLOAD).add(PAYLOAD);
                futures.add(noted(batch.commitAsync()));
            }
            forcer.let(1000);
            all(futures).get(30, TimeUnit.SECONDS);
        }
        assertThat(told).hasSize(110).isSorted();
    }

    @Test
    void shouldLeaveTheStateThatAReplayLeaves() throws Exception {
        long[] live = {0};
        long[] replayed = {0};
        var forcer = new BlockableForcer(0);
        try (Journal journal = open(Durability.none(), forcer);
                Appender appender = journal.exclusiveAppender()) {
            List<CompletableFuture<?>> futures = new ArrayList<>();
            for (long amount : new long[] {100, -30, -60, 50, -50, 5, 200, -210}) {
                byte[] order = ByteBuffer.allocate(8).putLong(amount).array();
                futures.add(appender.appendAsync(order).thenRun(() -> live[0] = after(live[0], amount)));
            }
            forcer.let(1000);
            all(futures).get(30, TimeUnit.SECONDS);
            try (Tailer tailer = journal.tailer()) {
                tailer.poll(
                        (memory, offset, length, index) -> replayed[0] = after(
                                replayed[0],
                                memory.asSlice(offset, length).asByteBuffer().getLong()),
                        100);
            }
        }
        assertThat(live[0]).isEqualTo(replayed[0]);
    }

    /** An account that may not be overdrawn. */
    private static long after(long balance, long amount) {
        return balance + amount < 0 ? balance : balance + amount;
    }

    @Test
    void shouldCompleteFuturesOfSeveralAppendersInTheOrderOfTheirRecords() throws Exception {
        var forcer = new BlockableForcer(0);
        try (Journal journal = open(Durability.none(), forcer);
                Appender one = journal.appender();
                Appender other = journal.appender()) {
            var first = noted(one.appendAsync(PAYLOAD));
            Await.until("a force", () -> !forcer.asked.isEmpty());
            RecordClaim claim = one.claim(8);
            var third = noted(other.appendAsync(PAYLOAD));
            var second = noted(claim.commitAsync());
            forcer.let(1000);
            all(List.of(first, second, third)).get(30, TimeUnit.SECONDS);
        }
        assertThat(told).containsExactly(0L, 1L, 2L);
    }

    @Test
    void shouldFailFuturesInTheOrderOfTheirRecords() {
        var forcer = new BlockableForcer(0);
        List<CompletableFuture<?>> futures = new ArrayList<>();
        try (Journal journal = open(Durability.none(), forcer);
                Appender appender = journal.exclusiveAppender()) {
            for (long i = 0; i < 20; i++) {
                long number = i;
                futures.add(appender.appendAsync(PAYLOAD).whenComplete((index, failure) -> told.add(number)));
            }
            forcer.fail();
            forcer.let(1000);
            assertThatThrownBy(() -> all(futures).get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(JournalPoisonedException.class);
        }
        assertThat(told)
                .containsExactlyElementsOf(LongStream.range(0, 20).boxed().toList());
    }

    @Test
    void shouldHoldNothingButLaterFuturesBehindACallbackThatBlocks() throws Exception {
        var forcer = new BlockableForcer(0);
        var release = new CountDownLatch(1);
        CompletableFuture<Void> blocked;
        CompletableFuture<Void> later;
        try (Journal journal = open(Durability.none(), forcer);
                Appender appender = journal.appender()) {
            blocked = appender.appendAsync(PAYLOAD).thenRun(() -> await(release));
            forcer.let(1000);
            later = noted(appender.appendAsync(PAYLOAD));
            // Neither these nor closing would return if the callback held the flusher.
            appender.append(PAYLOAD);
            journal.force();
            assertThat(later).isNotDone();
        }
        assertThat(blocked).isNotDone();
        assertThat(later).isNotDone();
        release.countDown();
        blocked.get(30, TimeUnit.SECONDS);
        later.get(30, TimeUnit.SECONDS);
    }

    @Test
    void shouldRefuseACallbackToWaitForALaterFuture() throws Exception {
        var forcer = new BlockableForcer(0);
        try (Journal journal = open(Durability.none(), forcer);
                Appender appender = journal.appender();
                Appender inCallback = journal.appender()) {
            var waits = appender.appendAsync(PAYLOAD)
                    .thenApply(_ -> inCallback.appendAsync(PAYLOAD).join());
            forcer.let(1000);
            assertThatThrownBy(() -> waits.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the future of record 1, which completes only when the callback has ended");
            // One that composes doesn't wait.
            var composes = appender.appendAsync(PAYLOAD).thenCompose(_ -> inCallback.appendAsync(PAYLOAD));
            assertThat(composes.get(30, TimeUnit.SECONDS)).isEqualTo(3);
        }
    }

    @Test
    void shouldLetACallbackForceAndCloseTheJournal() throws Exception {
        var forcer = new BlockableForcer(0);
        Journal journal = open(Durability.none(), forcer);
        Appender appender = journal.appender();
        var closes = appender.appendAsync(PAYLOAD).thenRun(() -> {
            journal.force();
            journal.close();
        });
        var later = appender.appendAsync(PAYLOAD);
        forcer.let(1000);
        closes.get(30, TimeUnit.SECONDS);
        assertThat(later.get(30, TimeUnit.SECONDS)).isEqualTo(1);
    }
}
