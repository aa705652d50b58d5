package dev.ropewalk.journal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.SegmentLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(AppenderKind.class)
class AppenderTest {
    private static final int SEGMENT_BYTES = 4096;
    private static final int MAX_LENGTH = SEGMENT_BYTES - SegmentLayout.HEADER_BYTES - 2 * RecordLayout.HEADER_BYTES;

    @TempDir
    Path directory;

    private final AppenderKind kind;

    private Journal journal;
    private Appender appender;

    AppenderTest(AppenderKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(SEGMENT_BYTES));
        appender = kind.of(journal);
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void shouldAppendFromEverythingThatHoldsBytes() {
        byte[] bytes = "..four..".getBytes(UTF_8);
        appender.append("one".getBytes(UTF_8));
        appender.append(ByteBuffer.wrap(bytes, 2, 4).slice());
        ByteBuffer direct = ByteBuffer.allocateDirect(8).put(bytes).position(2).limit(6);
        appender.append(direct);
        assertThat(direct.position()).isEqualTo(2);
        appender.append(ByteBuffer.wrap(bytes, 2, 4).asReadOnlyBuffer());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocateFrom("five");
            appender.append(memory.asSlice(0, 4));
            appender.append(memory, 1, 2);
        }
        appender.append(new byte[0]);
        assertThat(read()).containsExactly("one", "four", "four", "four", "five", "iv", "");
    }

    @Test
    void shouldTakeARecordThatFillsASegment() {
        appender.append("before".getBytes(UTF_8));
        assertThat(appender.append(new byte[MAX_LENGTH])).isEqualTo(1);
        assertThat(appender.append("after".getBytes(UTF_8))).isEqualTo(2);
        assertThat(read()).hasSize(3).element(1).asString().hasSize(MAX_LENGTH);
    }

    @Test
    void shouldRefuseARecordThatFitsInNoSegmentAndGoOn() {
        assertThatThrownBy(() -> appender.append(new byte[MAX_LENGTH + 1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a record of 3873 bytes is too long: segments of 4096 bytes take at most 3872");
        assertThatThrownBy(() -> appender.claim(MAX_LENGTH + 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> appender.append(MemorySegment.ofArray(new byte[MAX_LENGTH + 1])))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(appender.append(new byte[1])).isZero();
    }

    @Test
    void shouldRefuseLengthsAndRangesThatMakeNoSense() {
        assertThatThrownBy(() -> appender.claim(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not -1");
        assertThatThrownBy(() -> appender.append(new byte[4], 2, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> appender.append(MemorySegment.ofArray(new byte[4]), 2, 3))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> appender.append(MemorySegment.ofArray(new byte[4]), 0, -3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not -3");
        assertThat(appender.append(new byte[1])).isZero();
    }

    @Test
    void shouldLeaveTheJournalAsItWasWhenTheCallersMemoryIsGone() {
        Arena arena = Arena.ofConfined();
        MemorySegment memory = arena.allocate(8);
        arena.close();
        assertThatThrownBy(() -> appender.append(memory)).isInstanceOf(IllegalStateException.class);
        assertThat(appender.append("next".getBytes(UTF_8))).isZero();
        assertThat(read()).containsExactly("next");
    }

    @Test
    void shouldAppendInAnInterruptedThreadAndLeaveItInterrupted() {
        Thread.currentThread().interrupt();
        for (int i = 0; i < 1000; i++) {
            assertThat(appender.append(new byte[8])).isEqualTo(i);
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(read()).hasSize(1000);
    }

    @Test
    void shouldCompleteTheFutureWithTheIndex() {
        assertThat(appender.appendAsync(new byte[1]))
                .succeedsWithin(Duration.ofSeconds(10))
                .isEqualTo(0L);
        assertThat(appender.appendAsync(ByteBuffer.allocate(1)))
                .succeedsWithin(Duration.ofSeconds(10))
                .isEqualTo(1L);
        assertThat(appender.appendAsync(MemorySegment.ofArray(new byte[1])))
                .succeedsWithin(Duration.ofSeconds(10))
                .isEqualTo(2L);
    }

    @Test
    void shouldRefuseRecordsOnceClosed() {
        appender.close();
        appender.close();
        assertThatThrownBy(() -> appender.append(new byte[1]))
                .isInstanceOf(JournalClosedException.class)
                .hasMessage("the appender is closed");
        assertThatThrownBy(() -> appender.claim(1)).isInstanceOf(JournalClosedException.class);
        assertThatThrownBy(
                        () -> appender.batch().add(new byte[1]).add(new byte[1]).commit())
                .isInstanceOf(JournalClosedException.class);
    }

    @Test
    void shouldRefuseRecordsOnceTheJournalIsClosed() {
        appender.append(new byte[1]);
        journal.close();
        assertThatThrownBy(() -> appender.append(new byte[1]))
                .isInstanceOf(JournalClosedException.class)
                .hasMessage("the journal in " + directory + " is closed");
    }

    @Test
    void shouldRefuseToCommitOnceTheJournalIsClosed() {
        RecordClaim claim = appender.claim(8);
        journal.close();
        assertThatThrownBy(claim::commit).isInstanceOf(JournalClosedException.class);
        claim.close();
        appender.close();
    }

    private List<String> read() {
        List<String> read = new ArrayList<>();
        try (Tailer tailer = journal.tailer()) {
            tailer.poll(
                    (memory, offset, length, index) ->
                            read.add(new String(memory.asSlice(offset, length).toArray(JAVA_BYTE), UTF_8)),
                    Integer.MAX_VALUE);
        }
        return read;
    }
}
