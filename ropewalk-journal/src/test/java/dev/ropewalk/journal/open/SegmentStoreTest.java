package dev.ropewalk.journal.open;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalFullException;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.RecordsGoneException;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentStoreTest {
    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final int THREADS = 4;

    @TempDir
    Path directory;

    private JournalFiles files;
    private SegmentStore store;

    @BeforeEach
    void open() {
        files = JournalFiles.open(directory, JournalOptions.defaults().segmentBytes(4096));
        store = files.store();
    }

    @AfterEach
    void close() {
        files.close();
    }

    @Test
    void shouldBeginOneSegmentAfterTheOther() {
        Segment first = store.acquireFirst();
        assertThat(first.firstIndex()).isZero();
        assertThat(store.nextIfThere(first, 7)).isNull();
        Segment second = store.next(first, 400, 7);
        assertThat(second.number).isEqualTo(1);
        assertThat(second.firstIndex()).isEqualTo(7);
        assertThat(CheckedWord.value(first.word(SegmentLayout.END_OFFSET_AT))).isEqualTo(400);
        assertThat(store.acquireLast()).isSameAs(second);
        assertThat(store.nextIfThere(store.acquire(0), 7)).isSameAs(second);
    }

    @Test
    void shouldNoticeThatTwoDisagreeWhereASegmentStarts() {
        store.next(store.acquireFirst(), 400, 7);
        assertThatExceptionOfType(JournalCorruptException.class)
                .isThrownBy(() -> store.next(store.acquireFirst(), 400, 8))
                .withMessageContaining("before record 8");
    }

    @Test
    void shouldNoticeThatASegmentDoesntStartWhereTheOneBeforeEnds() {
        Segment first = store.acquireFirst();
        store.next(store.acquireFirst(), 400, 7);
        assertThatExceptionOfType(JournalCorruptException.class)
                .isThrownBy(() -> store.nextIfThere(first, 8))
                .withMessageContaining("it starts with record 7, and the segment before ends before record 8");
        assertThat(store.nextIfThere(first, 7)).isNotNull();
    }

    @Test
    void shouldNotMakeASegmentAgainThatHasBegun() throws IOException {
        store.next(store.acquireFirst(), 400, 7);
        files.close();
        Files.delete(SegmentFiles.path(directory, 1));
        open();
        assertThatExceptionOfType(JournalCorruptException.class)
                .isThrownBy(() -> store.next(store.acquireFirst(), 400, 7))
                .withMessageContaining("segment 1 is damaged at offset 0");
        assertThat(SegmentFiles.path(directory, 1)).doesNotExist();
    }

    @Test
    void shouldTellThatTheJournalIsAtTheEndOfItsPositions() {
        long number = CheckedWord.MAX_VALUE * RecordLayout.ALIGNMENT / 4096 - 1;
        files.control().raiseFirstSegment(number);
        files.control().raiseLastSegment(number);
        files.segments().make(number);
        assertThatExceptionOfType(JournalFullException.class)
                .isThrownBy(() -> store.next(store.acquire(number), 400, 7))
                .withMessageContaining("the journal is at its end");
        files.control().watermark().raise(number * 4096 + 400);
    }

    @Test
    void shouldTellThatTheJournalIsAtTheEndOfItsIndices() {
        assertThatExceptionOfType(JournalFullException.class)
                .isThrownBy(() -> store.next(store.acquireFirst(), 400, CheckedWord.MAX_VALUE - 400))
                .withMessageContaining("the journal is at its end");
    }

    @Test
    void shouldMakeEachSegmentOnceHoweverManyNeedIt() throws InterruptedException, ExecutionException {
        var barrier = new CyclicBarrier(THREADS);
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int own = 2000 + thread * Long.BYTES;
                all.add(threads.submit(() -> {
                    try (JournalFiles opened = JournalFiles.open(directory, JournalOptions.defaults())) {
                        Segment segment = opened.store().acquireFirst();
                        for (int number = 1; number <= 30; number++) {
                            barrier.await();
                            segment = opened.store().next(segment, 400, number);
                            assertThat(segment.firstIndex()).isEqualTo(number);
                            // All have the same file: what one writes the others see.
                            segment.setWord(own, number);
                            barrier.await();
                            for (int other = 0; other < THREADS; other++) {
                                assertThat(segment.word(2000 + other * Long.BYTES))
                                        .isEqualTo(number);
                            }
                        }
                        return null;
                    }
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
        assertThat(names()).filteredOn(name -> name.endsWith(".tmp")).isEmpty();
        assertThat(names()).filteredOn(name -> name.endsWith(".seg")).hasSize(31);
    }

    @Test
    void shouldSendALateWriterToTheLastSegmentAndNotMakeADeletedOneAgain() {
        Segment late = store.acquireFirst();
        Segment segment = store.acquireFirst();
        for (int number = 1; number <= 3; number++) {
            segment = store.next(segment, 400, 10L * number);
        }
        ControlFile control = files.control();
        control.raiseFirstSegment(2);
        store.unmap(0);
        files.segments().delete(0);
        files.segments().delete(1);
        Segment found = store.next(late, 400, 10);
        assertThat(found.number).isEqualTo(3);
        assertThat(found.firstIndex()).isEqualTo(30);
        // A maker that looked before the deletion, and links after it.
        files.segments().make(1);
        assertThat(SegmentFiles.path(directory, 1)).doesNotExist();
        assertThatExceptionOfType(RecordsGoneException.class)
                .isThrownBy(() -> store.acquire(1))
                .satisfies(e -> assertThat(e.next()).isEqualTo(20));
    }

    @Test
    void shouldRejectASecondFileOfADeletedSegmentWhosever() throws IOException {
        Segment segment = store.acquireFirst();
        segment = store.next(segment, 400, 10);
        files.control().raiseFirstSegment(1);
        store.unmap(0);
        // Still there, as if its maker had died before it could delete the file again.
        assertThat(SegmentFiles.path(directory, 0)).exists();
        assertThat(store.acquireIfThere(0)).isNull();
        files.close();
        try (ControlFile control = ControlFile.open(directory, true)) {
            assertThat(control.beginSession()).isPositive();
        }
        try (Journal opened = Journal.open(directory)) {
            // Until retention comes that far; the number alone might be wrong.
            assertThat(SegmentFiles.path(directory, 0)).exists();
            assertThat(opened.tailer().index()).isEqualTo(10);
        }
        assertThat(segment.number).isEqualTo(1);
    }

    @Test
    void shouldReadAFrameAgainWhoseSegmentWasUnmappedMeanwhile() {
        assumeTrue(Files.exists(MAPS), "needs Linux's list of mappings");
        try (Journal journal = Journal.open(directory)) {
            Appender appender = journal.appender();
            long frame = appender.batch()
                    .add(new byte[1])
                    .add(new byte[20])
                    .add(new byte[3])
                    .commit();
            for (int i = 0; i < 2000; i++) {
                appender.append("a record of some length".getBytes(UTF_8));
            }
            Tailer tailer = journal.tailer();
            assertThat(tailer.poll((memory, offset, length, index) -> {}, 1)).isOne();
            tailer.seekToEnd();
            Await.until("the segment of the frame is unmapped", () -> mapped() == 2);
            tailer.seek(frame);
            List<Integer> lengths = new ArrayList<>();
            assertThat(tailer.poll((memory, offset, length, index) -> lengths.add(length), 3))
                    .isEqualTo(3);
            assertThat(lengths).containsExactly(1, 20, 3);
        }
    }

    @Test
    void shouldUnmapWhatNobodyUses() {
        assumeTrue(Files.exists(MAPS), "needs Linux's list of mappings");
        try (Journal journal = Journal.open(directory)) {
            Appender appender = journal.appender();
            for (int i = 0; i < 2000; i++) {
                appender.append("a record of some length".getBytes(UTF_8));
            }
            Tailer tailer = journal.tailer();
            assertThat(tailer.poll((memory, offset, length, index) -> {}, 1)).isOne();
            // The tailer's, the appender's, the spare one.
            Await.until("old segments are unmapped", () -> mapped() == 3);
            assertThat(tailer.poll((memory, offset, length, index) -> {}, 5000)).isEqualTo(1999);
            Await.until("read segments are unmapped", () -> mapped() == 2);
        }
        assertThat(mapped()).isZero();
    }

    @Test
    void shouldGiveSegmentsToOthersWhileOneIsMapped() throws Exception {
        Path pipe = SegmentFiles.path(directory, 1);
        files.close();
        assumeTrue(makePipe(pipe), "needs named pipes");
        try (JournalFiles reading = JournalFiles.openReadOnly(directory, JournalOptions.defaults());
                var threads = Executors.newSingleThreadExecutor()) {
            var mapper = new CompletableFuture<Thread>();
            Future<?> mapping = threads.submit(() -> {
                mapper.complete(Thread.currentThread());
                return reading.store().acquireIfThere(1);
            });
            // In the system call that opens the pipe, which nobody writes to.
            Await.until("the mapping has begun", () -> mapper.join().getState() == Thread.State.WAITING);
            try {
                assertThat(CompletableFuture.supplyAsync(() -> reading.store().acquire(0)))
                        .succeedsWithin(Await.DEADLINE);
                assertThat(mapping).isNotDone();
            } finally {
                Files.write(pipe, new byte[0]);
            }
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(mapping::get)
                    .withCauseInstanceOf(JournalCorruptException.class);
        }
        Files.delete(pipe);
        open();
    }

    private static boolean makePipe(Path path) throws IOException, InterruptedException {
        return new ProcessBuilder("mkfifo", path.toString()).start().waitFor() == 0;
    }

    @Test
    void shouldMapASegmentOnceForAllThreadsThatNeedIt() throws Exception {
        var barrier = new CyclicBarrier(THREADS);
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            for (int round = 0; round < 50; round++) {
                files.close();
                open();
                List<Future<Segment>> all = new ArrayList<>();
                for (int thread = 0; thread < THREADS; thread++) {
                    all.add(threads.submit(() -> {
                        barrier.await();
                        return store.acquire(0);
                    }));
                }
                Segment first = all.getFirst().get();
                for (Future<Segment> each : all) {
                    assertThat(each.get()).isSameAs(first);
                }
                assertThat(first.memory.scope().isAlive()).isTrue();
                if (Files.exists(MAPS)) {
                    assertThat(mapped()).isOne();
                }
            }
        }
    }

    private long mapped() {
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.filter(line -> line.contains(directory.toString()) && line.endsWith(".seg"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> names() {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
