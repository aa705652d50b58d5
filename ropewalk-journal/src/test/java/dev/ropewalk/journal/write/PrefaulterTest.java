package dev.ropewalk.journal.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.files.NativeCalls;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.Payloads;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.store.SegmentStore;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrefaulterTest {
    private static final int WINDOW = 4 << 20;

    @TempDir
    Path directory;

    private JournalFiles files;
    private SegmentStore store;
    private final AtomicInteger told = new AtomicInteger();
    private final List<Long> asked = new ArrayList<>();
    private boolean refuses;

    @BeforeEach
    void open() {
        files = JournalFiles.open(directory, JournalOptions.defaults().segmentBytes(16 << 20));
        store = new SegmentStore(
                files.segments(),
                files.control(),
                JournalOptions.defaults().clock(),
                files.segments()::make,
                told::incrementAndGet);
    }

    @AfterEach
    void close() {
        store.close();
        files.close();
    }

    private void append(Tail tail, int bytes, int length) {
        long word = tail.word(RecordLayout.DATA, 1, length);
        int payload = new Checksum().ofPayload(new byte[length], 0, length);
        for (int at = 0; at < bytes; at += RecordLayout.size(length)) {
            tail.claim(word, length);
            Payloads.copy(new byte[length], 0, tail.memory(), tail.payloadAt(), length);
            tail.commit(word, tail.commitWord(word, payload));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 4096, 20_000, 1 << 20})
    void shouldHearOfEachHalfWindowWhateverTheRecordsLength(int length) {
        append(new Tail(store, new Gate(), 1), 2 * WINDOW, length);
        assertThat(told).hasValueBetween(3, 4);
    }

    @Test
    void shouldMakeThePagesPresentThatComeNextOnce() {
        var prefaulter = prefaulter();
        var tail = new Tail(store, new Gate(), 1);
        prefaulter.run();
        append(tail, WINDOW / 2, 20_000);
        prefaulter.run();
        prefaulter.run();
        assertThat(asked).hasSize(2);
        assertThat(asked.getFirst()).isEqualTo(WINDOW);
        // From the end of a record on that begins before it.
        assertThat(asked.getLast()).isBetween(WINDOW / 2 - (512L << 10), WINDOW / 2 + (32L << 10));
    }

    @Test
    void shouldMakePagesPresentBehindALongRecord() {
        var prefaulter = prefaulter();
        var tail = new Tail(store, new Gate(), 1);
        prefaulter.run();
        append(tail, 1, 3 << 20);
        prefaulter.run();
        assertThat(asked).hasSize(2);
        assertThat(asked.getLast()).isBetween(3L << 20, (3L << 20) + (32L << 10));
    }

    @Test
    void shouldAskAgainForWhatTheKernelHasRefused() {
        var prefaulter = prefaulter();
        refuses = true;
        prefaulter.run();
        refuses = false;
        prefaulter.run();
        prefaulter.run();
        assertThat(asked).containsExactly((long) WINDOW, (long) WINDOW);
    }

    private Prefaulter prefaulter() {
        var prefaulter = new Prefaulter(store, Optional.of(calls()));
        prefaulter.want();
        return prefaulter;
    }

    private NativeCalls calls() {
        MethodHandle unused = MethodHandles.zero(void.class);
        MethodHandle advise;
        try {
            advise = MethodHandles.lookup()
                    .bind(this, "advise", MethodType.methodType(int.class, MemorySegment.class, long.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the method is there", e);
        }
        return new NativeCalls(unused, unused, unused, advise, unused, unused, unused, -1);
    }

    @SuppressWarnings("unused") // By the handle.
    private int advise(MemorySegment mapping, long bytes, int advice) {
        asked.add(bytes);
        return refuses ? -1 : 0;
    }
}
