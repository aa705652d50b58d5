package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.Forcer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class FlusherTest {
    private static final byte[] PAYLOAD = new byte[100];

    @TempDir
    Path directory;

    private Journal open(Durability durability, Forcer forcer) {
        return Journal.open(
                directory, JournalOptions.defaults().segmentBytes(8192).durability(durability), forcer);
    }

    private long watermark() {
        try (ControlFile control = ControlFile.open(directory, false)) {
            return control.watermark().position();
        }
    }

    private static void until(BooleanSupplier condition, String what) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).as(what).isNegative();
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldReturnFromAnAppendOnlyWhenItIsForced() throws Exception {
        var forcer = new BlockableForcer(0);
        try (Journal journal = open(Durability.each(), forcer)) {
            var appended =
                    CompletableFuture.supplyAsync(() -> journal.appender().append(PAYLOAD));
            until(() -> !forcer.asked.isEmpty(), "a force");
            assertThat(watermark()).isZero();
            assertThat(appended).isNotDone();
            assertThat(journal.durableIndex()).isZero();
            forcer.let(1);
            assertThat(appended.get(10, TimeUnit.SECONDS)).isZero();
            assertThat(journal.durableIndex()).isEqualTo(1);
            assertThat(watermark()).isEqualTo(forcer.asked.getFirst().to());
            forcer.let(100);
        }
    }

    @Test
    void shouldNeverRaiseTheWatermarkBeforeTheForce() {
        List<Long> tooFar = new ArrayList<>();
        Forcer checking = (segment, from, to) -> {
            long start = segment.number * segment.bytes + from;
            if (watermark() > start && from > 0) {
                tooFar.add(start);
            }
        };
        try (Journal journal = open(Durability.each(), checking)) {
            Appender appender = journal.appender();
            for (int i = 0; i < 200; i++) {
                appender.append(PAYLOAD);
            }
        }
        assertThat(tooFar).isEmpty();
    }

    @Test
    void shouldForceTogetherWhatIsAppendedDuringAForce() throws Exception {
        var forcer = new BlockableForcer(0);
        try (Journal journal = open(Durability.each(), forcer)) {
            int threads = 16;
            List<CompletableFuture<Void>> done = new ArrayList<>();
            var first =
                    CompletableFuture.runAsync(() -> journal.appender().append(PAYLOAD), Thread::startVirtualThread);
            until(() -> !forcer.asked.isEmpty(), "a force");
            for (int i = 0; i < threads; i++) {
                done.add(CompletableFuture.runAsync(
                        () -> journal.appender().append(PAYLOAD), Thread::startVirtualThread));
            }
            var tailer = journal.tailer();
            int[] seen = {0};
            until(() -> (seen[0] += tailer.poll((memory, offset, length, index) -> {}, 100)) == threads + 1, "appends");
            forcer.let(2);
            first.get(10, TimeUnit.SECONDS);
            CompletableFuture.allOf(done.toArray(CompletableFuture<?>[]::new)).get(10, TimeUnit.SECONDS);
            assertThat(forcer.asked).hasSize(2);
            forcer.let(100);
        }
    }

    @Test
    void shouldForceAllSegmentsAndTheirHeaders() {
        var forcer = BlockableForcer.open();
        try (Journal journal = open(Durability.none(), forcer)) {
            Appender appender = journal.appender();
            for (int i = 0; i < 300; i++) {
                appender.append(PAYLOAD);
            }
            assertThat(forcer.asked).isEmpty();
            journal.force();
            // 66 records and the end record fit in a segment.
            long end = 4 * 8192 + 192 + (300 - 4 * 66) * 120;
            assertThat(watermark()).isEqualTo(end);
            assertThat(journal.durableIndex()).isEqualTo(300);
            for (long at = 0; at < end; at += 8) {
                long place = at;
                // Behind an end record nothing is written.
                boolean afterEnd = place % 8192 >= 192 + 66 * 120 + 16;
                assertThat(afterEnd
                                || forcer.asked.stream().anyMatch(range -> range.from() <= place && place < range.to()))
                        .as("position " + at)
                        .isTrue();
            }
        }
    }

    @Test
    void shouldForceInIntervalsWithoutAnybodyWhoWaits() {
        var forcer = BlockableForcer.open();
        try (Journal journal = open(Durability.group(Duration.ofMillis(5)), forcer)) {
            Appender appender = journal.appender();
            for (int i = 0; i < 20; i++) {
                appender.append(PAYLOAD);
                long end = 192 + (i + 1) * 120L;
                until(() -> watermark() >= end, "record " + i + " to be durable");
            }
        }
    }

    @Test
    void shouldForceInIntervalsWhatWasAppendedBehindAClaimThatIsInvalidated() {
        try (Journal journal = open(Durability.group(Duration.ofMillis(1)), BlockableForcer.open())) {
            RecordClaim claim = journal.appender().claim(50);
            journal.appender().append(PAYLOAD);
            until(() -> watermark() == 192, "the header to be durable");
            claim.abort();
            until(() -> journal.durableIndex() == 2, "the record behind the claim to be durable");
        }
    }

    @Test
    void shouldForceWhenEnoughBytesAreThere() {
        var forcer = BlockableForcer.open();
        try (Journal journal = open(Durability.group(1000), forcer)) {
            Appender appender = journal.appender();
            for (int i = 0; i < 6; i++) {
                appender.append(PAYLOAD);
            }
            assertThat(forcer.asked).isEmpty();
            for (int i = 0; i < 6; i++) {
                appender.append(PAYLOAD);
            }
            until(() -> watermark() >= 1000, "a thousand bytes to be durable");
        }
        assertThat(watermark()).as("after closing").isEqualTo(192 + 12 * 120L);
    }

    @Test
    void shouldPoisonTheJournalForAllWhenAForceFails() {
        var forcer = BlockableForcer.open();
        try (Journal journal = open(Durability.each(), forcer);
                Journal other = open(Durability.each(), BlockableForcer.open())) {
            Appender appender = journal.appender();
            Appender otherAppender = other.appender();
            appender.append(PAYLOAD);
            long before = watermark();
            int forces = forcer.asked.size();
            forcer.fail();
            assertThatThrownBy(() -> appender.append(PAYLOAD))
                    .isInstanceOf(JournalPoisonedException.class)
                    .hasMessageContaining("segment 0");
            assertThatThrownBy(() -> appender.append(PAYLOAD)).isInstanceOf(JournalPoisonedException.class);
            assertThatThrownBy(journal::force).isInstanceOf(JournalPoisonedException.class);
            assertThatThrownBy(() -> otherAppender.append(PAYLOAD)).isInstanceOf(JournalPoisonedException.class);
            assertThat(watermark()).isEqualTo(before);
            assertThat(forcer.asked).as("forces, none of them repeated").hasSize(forces + 1);
            assertThat(journal.tailer().poll((memory, offset, length, index) -> {}, 10))
                    .as("records that can still be read")
                    .isGreaterThanOrEqualTo(1);
        }
        try (Journal again = open(Durability.none(), BlockableForcer.open())) {
            assertThatThrownBy(again::appender).isInstanceOf(JournalPoisonedException.class);
        }
        Journal.repair(directory);
        try (Journal healed = open(Durability.each(), BlockableForcer.open())) {
            assertThat(healed.appender().append(PAYLOAD)).isPositive();
        }
    }

    @Test
    void shouldFailFuturesWhenAForceFails() {
        var forcer = BlockableForcer.open();
        forcer.fail();
        try (Journal journal = open(Durability.none(), forcer)) {
            assertThatThrownBy(() -> journal.appender().appendAsync(PAYLOAD).join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(JournalPoisonedException.class);
        }
    }

    @Test
    void shouldWaitBehindAnOpenClaimUntilItIsDecided() throws Exception {
        try (Journal journal = open(Durability.none(), BlockableForcer.open())) {
            Appender open = journal.appender();
            RecordClaim claim = open.claim(50);
            var behind = journal.appender().appendAsync(PAYLOAD);
            var forced = CompletableFuture.runAsync(journal::force);
            assertThatThrownBy(() -> behind.get(30, TimeUnit.MILLISECONDS))
                    .isInstanceOf(java.util.concurrent.TimeoutException.class);
            assertThat(forced).isNotDone();
            assertThat(watermark()).isLessThanOrEqualTo(192);
            claim.commit();
            assertThat(behind.get(10, TimeUnit.SECONDS)).isEqualTo(1);
            forced.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldKeepAnInterruptForAfterTheForce() {
        var forcer = new BlockableForcer(0);
        try (Journal journal = open(Durability.each(), forcer)) {
            Thread.currentThread().interrupt();
            var let = CompletableFuture.runAsync(() -> {
                until(() -> !forcer.asked.isEmpty(), "a force");
                forcer.let(100);
            });
            assertThat(journal.appender().append(PAYLOAD)).isZero();
            assertThat(Thread.interrupted()).isTrue();
            let.join();
        }
    }

    @Test
    void shouldTellThoseWhoWaitWhenTheJournalIsClosed() {
        Journal journal = open(Durability.none(), BlockableForcer.open());
        journal.appender().claim(10);
        var behind = journal.appender().appendAsync(PAYLOAD);
        journal.close();
        assertThatThrownBy(behind::join).hasCauseInstanceOf(JournalClosedException.class);
        assertThatThrownBy(journal::force).isInstanceOf(JournalClosedException.class);
    }
}
