package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TailerInterruptTest {
    private static final Duration LONG = Duration.ofHours(1);

    @TempDir
    Path directory;

    private Journal journal;
    private Tailer tailer;

    interface Blocking {
        void call(Tailer tailer) throws InterruptedException;
    }

    static Stream<Named<Blocking>> blocking() {
        return Stream.of(
                Named.of("await()", Tailer::await),
                Named.of("await(Duration)", tailer -> tailer.await(LONG)),
                Named.of("read()", Tailer::read),
                Named.of("read(Duration)", tailer -> tailer.read(LONG)));
    }

    @BeforeEach
    void open() {
        journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(4096));
        tailer = journal.tailer("named");
    }

    @AfterEach
    void close() {
        assertThat(Thread.interrupted()).isFalse();
        journal.close();
    }

    @ParameterizedTest
    @MethodSource("blocking")
    void shouldEndByAnInterruptThatCameBefore(Blocking method) {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> method.call(tailer));
        assertThat(Thread.interrupted()).isFalse();
        journalWorks();
    }

    @ParameterizedTest
    @MethodSource("blocking")
    void shouldEndByAnInterruptThatComesWhileItWaits(Blocking method) throws Exception {
        var outcome = new CompletableFuture<Throwable>();
        Thread waiter = Thread.ofPlatform().start(() -> {
            try {
                method.call(tailer);
            } catch (InterruptedException | RuntimeException e) {
                outcome.complete(e);
            }
        });
        awaitParked(waiter);
        waiter.interrupt();
        assertThat(outcome.get(20, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        waiter.join();
        journalWorks();
    }

    @Test
    void shouldWorkWithAPendingInterruptWhereNothingWaits() {
        Thread.currentThread().interrupt();
        journalWorks();
        // Opening, holding and closing works on files, which an interrupt must not close.
        try (Tailer other = journal.tailer("other")) {
            assertThat(other.poll((memory, offset, length, index) -> {})).isEqualTo(400);
            other.commit();
        }
        journal.deleteCursor("other");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldBeWokenByARecord() throws Exception {
        var outcome = new CompletableFuture<JournalRecord>();
        Thread waiter = Thread.ofVirtual().start(() -> {
            try {
                outcome.complete(tailer.read());
            } catch (InterruptedException | RuntimeException e) {
                outcome.completeExceptionally(e);
            }
        });
        awaitParked(waiter);
        try (Appender appender = journal.appender()) {
            appender.append(new byte[8]);
        }
        assertThat(outcome.get(20, TimeUnit.SECONDS).index()).isZero();
        waiter.join();
    }

    /** Appends over several segments, reads all, and commits. */
    private void journalWorks() {
        try (Appender appender = journal.appender()) {
            for (int i = 0; i < 400; i++) {
                appender.append(new byte[8]);
            }
        }
        assertThat(tailer.poll((memory, offset, length, index) -> {})).isEqualTo(400);
        tailer.commit();
    }

    private static void awaitParked(Thread thread) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(System.nanoTime() - deadline)
                    .as("the thread is %s", thread.getState())
                    .isNegative();
            Thread.onSpinWait();
        }
    }
}
