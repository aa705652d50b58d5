package dev.ropewalk.journal.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.AppenderKind;
import dev.ropewalk.journal.ClaimInvalidatedException;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalIoException;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.JournalRecord;
import dev.ropewalk.journal.RecordClaim;
import dev.ropewalk.journal.TailHeldException;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.Truncator;
import dev.ropewalk.journal.WriterProcess;
import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.files.NativeCalls;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.files.TailLock;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.write.Gate;
import dev.ropewalk.journal.write.Tail;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which appender may have the journal's end, and when. What both kinds of appender do alike is in the tests of appenders. */
@Timeout(60)
class ExclusiveAppenderTest {
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final JournalOptions IMPATIENT = JournalOptions.defaults().claimTimeout(Duration.ofMillis(20));

    @TempDir
    Path directory;

    @Test
    void shouldKeepOutAllOthers() {
        try (Journal journal = Journal.open(directory);
                Journal other = Journal.open(directory);
                Appender appender = journal.exclusiveAppender()) {
            for (Journal each : List.of(journal, other)) {
                assertThatThrownBy(each::appender)
                        .isInstanceOf(TailHeldException.class)
                        .hasMessage("the journal in " + directory
                                + " has an exclusive appender, in this process (1 open): no other can append");
                assertThatThrownBy(each::exclusiveAppender)
                        .isInstanceOf(TailHeldException.class)
                        .hasMessage("the journal in " + directory
                                + " has an exclusive appender, in this process (1 open): none can be exclusive");
            }
            assertThat(appender.append(new byte[8])).isZero();
        }
    }

    @Test
    void shouldTellHowManyAppendersOfThisProcessAreInTheWay() {
        try (Journal journal = Journal.open(directory);
                Journal other = Journal.open(directory);
                Appender _ = journal.appender();
                Appender _ = other.appender()) {
            assertThatThrownBy(journal::exclusiveAppender)
                    .hasMessageEndingWith(" has other appenders, in this process (2 open): none can be exclusive");
        }
    }

    @Test
    void shouldNotBeGivenWhileThereAreOthers() {
        try (Journal journal = Journal.open(directory);
                Journal other = Journal.open(directory)) {
            Appender one = journal.appender();
            Appender two = other.appender();
            assertRefused(journal);
            one.close();
            assertRefused(journal);
            assertRefused(other);
            two.close();
            other.exclusiveAppender().close();
            journal.exclusiveAppender().close();
        }
    }

    @Test
    void shouldWaitForWhoEndsASegmentJustNow() {
        try (JournalFiles files = JournalFiles.open(directory, JournalOptions.defaults());
                LockFile locks = LockFile.open(directory)) {
            var lock = new TailLock(directory, locks, DEADLINE);
            TailLock.Hold roll = lock.tryShare().orElseThrow();
            CompletableFuture<Tail> tail =
                    CompletableFuture.supplyAsync(() -> new Tail(files.store(), new Gate(), 1, lock.own()));
            Await.until(
                    "it waits",
                    () -> Thread.getAllStackTraces().values().stream()
                            .anyMatch(stack -> isIn(stack, "hold") && isIn(stack, "parkNanos")));
            roll.close();
            assertThat(tail).succeedsWithin(DEADLINE).satisfies(Tail::close);
        }
    }

    private static boolean isIn(StackTraceElement[] stack, String method) {
        return List.of(stack).stream().anyMatch(frame -> frame.getMethodName().contains(method));
    }

    @Test
    void shouldGoOnWhereTheOtherKindHasEnded() {
        try (Journal journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(4096))) {
            long appended = 0;
            for (int round = 0; round < 20; round++) {
                try (Appender appender = (round % 2 == 0 ? AppenderKind.SHARED : AppenderKind.EXCLUSIVE).of(journal)) {
                    for (int i = 0; i < 50; i++) {
                        assertThat(appender.append(new byte[8])).isEqualTo(appended++);
                        long first = appended;
                        assertThat(appender.batch()
                                        .add(new byte[1])
                                        .add(new byte[2])
                                        .commit())
                                .isEqualTo(first);
                        appended += 2;
                    }
                }
            }
            List<Long> read = new ArrayList<>();
            journal.tailer().poll((memory, offset, length, index) -> read.add(index), Integer.MAX_VALUE);
            assertThat(read).hasSize((int) appended).last().isEqualTo(appended - 1);
        }
    }

    @Test
    void shouldBeFreedWhenItsJournalIsClosed() {
        try (Journal journal = Journal.open(directory)) {
            Journal other = Journal.open(directory);
            Appender forgotten = other.exclusiveAppender();
            forgotten.append(new byte[8]);
            other.close();
            try (Appender appender = journal.exclusiveAppender()) {
                assertThat(appender.append(new byte[8])).isEqualTo(1);
                forgotten.close();
                assertRefused(journal);
            }
        }
    }

    @Test
    void shouldNotBeKeptWhenItCouldNotBeOpened() {
        try (JournalFiles files = JournalFiles.open(directory, JournalOptions.defaults());
                Journal journal = Journal.open(directory)) {
            Segment segment = files.store().acquireFirst();
            long word = segment.word(SegmentLayout.FIRST_INDEX_AT);
            segment.setWord(SegmentLayout.FIRST_INDEX_AT, word ^ 1);
            assertThatExceptionOfType(JournalCorruptException.class).isThrownBy(journal::exclusiveAppender);
            assertThatExceptionOfType(JournalCorruptException.class).isThrownBy(journal::appender);
            segment.setWord(SegmentLayout.FIRST_INDEX_AT, word);
            journal.exclusiveAppender().close();
        }
    }

    @Test
    void shouldNotBeKeptWhenItsOpenClaimCannotBeAborted() throws IOException {
        try (Journal journal = Journal.open(directory);
                Journal other = Journal.open(directory)) {
            Appender appender = journal.exclusiveAppender();
            RecordClaim claim = appender.claim(8);
            assertThat(claim.length()).isEqualTo(8);
            Path segment = SegmentFiles.path(directory, 0);
            Truncator.setLength(segment, 0);
            assertThatExceptionOfType(JournalIoException.class).isThrownBy(appender::close);
            Truncator.setLength(segment, JournalOptions.defaults().segmentBytes());
            assertThatExceptionOfType(JournalCorruptException.class).isThrownBy(other::exclusiveAppender);
        }
    }

    @Test
    void shouldBeGivenBackBeforeTheLocksAreClosedWhoeverIsFaster() throws Exception {
        for (int round = 0; round < 300; round++) {
            LockFile locks = LockFile.open(directory);
            var lock = new TailLock(directory, locks, Duration.ZERO);
            TailLock.Hold hold = lock.own();
            var start = new CyclicBarrier(2);
            CompletableFuture<Void> appender = CompletableFuture.runAsync(() -> {
                await(start);
                hold.close();
            });
            await(start);
            lock.close();
            locks.close();
            appender.get();
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldKeepOutOtherProcessesWhileItsOwnIsStoppedAndUntilItIsKilled() throws InterruptedException, IOException {
        try (Journal journal = Journal.open(directory)) {
            try (WriterProcess writer = new WriterProcess(directory)) {
                assertThat(writer.tell("own")).isEqualTo("own 0");
                assertThat(writer.tell("append")).isEqualTo("append 0");
                assertRefused(journal);
                writer.signal("STOP");
                assertRefused(journal);
                assertThatExceptionOfType(TailHeldException.class)
                        .isThrownBy(journal::appender)
                        .withMessageContaining(" has an exclusive appender, in another process: ");
                assertThatExceptionOfType(TailHeldException.class)
                        .isThrownBy(journal::exclusiveAppender)
                        .withMessageContaining(" has an exclusive appender, in another process: ");
                writer.signal("CONT");
                assertThat(writer.tell("append")).isEqualTo("append 1");
                assertThat(writer.tell("claim")).isEqualTo("claim 8");
            }
            try (Appender appender = journal.exclusiveAppender();
                    Tailer tailer = journal.tailer().seek(2)) {
                assertThat(appender.append(new byte[8])).isEqualTo(3);
                assertThat(tailer.read(DEADLINE)).map(JournalRecord::index).hasValue(3L);
            }
        }
    }

    @Test
    void shouldGoFromProcessToProcess() {
        try (Journal journal = Journal.open(directory)) {
            Appender first = journal.exclusiveAppender();
            // Started while the lock is held: a child has no part in it, nor in its end.
            try (WriterProcess writer = new WriterProcess(directory)) {
                assertThat(writer.tell("own")).isEqualTo("TailHeldException");
                assertThat(writer.tell("append")).isEqualTo("TailHeldException");
                assertThat(first.append(new byte[8])).isZero();
                first.close();
                assertThat(writer.tell("own")).isEqualTo("own 0");
                assertThat(writer.tell("append")).isEqualTo("append 1");
                assertThat(writer.tell("release")).isEqualTo("release 0");
                try (Appender appender = journal.appender()) {
                    assertThat(appender.append(new byte[8])).isEqualTo(2);
                    assertThat(writer.tell("own")).isEqualTo("TailHeldException");
                }
            }
        }
    }

    @Test
    void shouldGoOnBehindAClaimThatOthersHaveGivenUp() {
        assumeFences();
        try (Journal journal = Journal.open(directory);
                Journal reader = Journal.open(directory, IMPATIENT);
                Appender appender = journal.exclusiveAppender();
                Tailer tailer = reader.tailer()) {
            appender.append(new byte[8]);
            for (int i = 0; i < 3; i++) {
                long index = 1 + 2L * i;
                RecordClaim claim = appender.claim(8 * i);
                awaitVoid(tailer, index);
                assertThatExceptionOfType(ClaimInvalidatedException.class).isThrownBy(claim::commit);
                assertThat(appender.append(new byte[8])).isEqualTo(index + 1);
                assertThat(tailer.tryRead()).map(JournalRecord::index).hasValue(index + 1);
            }
        }
    }

    @Test
    void shouldRefuseTheCommitOfAHolderThatWasStoppedForTooLong() throws InterruptedException, IOException {
        assumeFences();
        try (Journal reader = Journal.open(directory, IMPATIENT);
                Tailer tailer = reader.tailer();
                WriterProcess writer = new WriterProcess(directory)) {
            assertThat(writer.tell("own")).isEqualTo("own 0");
            assertThat(writer.tell("claim")).isEqualTo("claim 8");
            writer.signal("STOP");
            awaitVoid(tailer, 0);
            writer.signal("CONT");
            assertThat(writer.tell("commit")).isEqualTo("ClaimInvalidatedException");
            assertThat(writer.tell("append")).isEqualTo("append 1");
            assertThat(tailer.read(DEADLINE)).map(JournalRecord::index).hasValue(1L);
        }
    }

    private static void awaitVoid(Tailer tailer, long index) {
        Await.until("the claim is invalidated", () -> {
            tailer.tryRead();
            return tailer.index() > index;
        });
    }

    private static void assumeFences() {
        assumeTrue(
                NativeCalls.available().map(NativeCalls::canFence).orElse(false),
                "this kernel can't fence all threads, so claims of living processes aren't invalidated");
    }

    private static void assertRefused(Journal journal) {
        assertThatExceptionOfType(TailHeldException.class).isThrownBy(journal::exclusiveAppender);
    }
}
