package dev.ropewalk.journal;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.flow.OpenFlows;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.format.Written;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.store.OpenClaim;
import dev.ropewalk.journal.store.SegmentStore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(AppenderKind.class)
class ClaimTest {
    @TempDir
    Path directory;

    private final AppenderKind kind;

    private JournalFiles files;
    private SegmentStore store;
    private Appender appender;

    ClaimTest(AppenderKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        files = JournalFiles.open(directory, JournalOptions.defaults().segmentBytes(4096));
        store = files.store();
        appender = appender();
    }

    @AfterEach
    void close() {
        files.close();
    }

    private Appender appender() {
        return new Appender(kind.tail(files, 1), new ForcingAtOnce(), new OpenFlows(), false);
    }

    @Test
    void shouldPublishWhatWasWrittenInPlace() {
        RecordClaim claim = appender.claim(16);
        claim.memory().set(JAVA_LONG, claim.offset(), 3);
        claim.memory().set(JAVA_LONG, claim.offset() + 8, 4);
        assertThat(claim.length()).isEqualTo(16);
        assertThat(claim.commit()).isZero();
        byte[] expected = ByteBuffer.allocate(16)
                .order(ByteOrder.nativeOrder())
                .putLong(3)
                .putLong(4)
                .array();
        assertThat(Written.in(store)).containsExactly(new Written(0, expected));
    }

    @Test
    void shouldStartWithZeros() {
        appender.claim(5).commit();
        assertThat(Written.in(store)).containsExactly(new Written(0, new byte[5]));
    }

    @Test
    void shouldLeaveAGapWhereItWasAborted() {
        appender.append(new byte[] {1});
        appender.claim(100).abort();
        try (RecordClaim forgotten = appender.claim(3)) {
            assertThat(forgotten.length()).isEqualTo(3);
        }
        assertThat(appender.append(new byte[] {2})).isEqualTo(3);
        assertThat(Written.in(store)).containsExactly(new Written(0, new byte[] {1}), new Written(3, new byte[] {2}));
    }

    @Test
    void shouldBeOneObjectPerAppender() {
        RecordClaim first = appender.claim(1);
        first.commit();
        assertThat(appender.claim(2)).isSameAs(first);
    }

    @Test
    void shouldAppendNothingElseWhileItIsOpen() {
        appender.append(new byte[1]);
        RecordClaim claim = appender.claim(8);
        String message = "a claim of this appender is open, at index 1: commit or abort it first";
        assertThatThrownBy(() -> appender.append(new byte[1]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> appender.claim(8)).hasMessage(message);
        assertThatThrownBy(
                        () -> appender.batch().add(new byte[1]).add(new byte[1]).commit())
                .hasMessage(message);
        assertThat(claim.commit()).isEqualTo(1);
        assertThat(appender.append(new byte[1])).isEqualTo(2);
    }

    @Test
    void shouldRefuseEverythingOnceItIsNotOpen() {
        RecordClaim claim = appender.claim(8);
        claim.commit();
        String message = "no claim is open: it was committed or aborted before";
        assertThatThrownBy(claim::commit)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(message);
        assertThatThrownBy(claim::commitAsync).hasMessage(message);
        assertThatThrownBy(claim::abort).hasMessage(message);
        assertThatThrownBy(claim::memory).hasMessage(message);
        assertThatThrownBy(claim::offset).hasMessage(message);
        assertThatThrownBy(claim::length).hasMessage(message);
        claim.close();
        assertThat(Written.in(store)).hasSize(1);
    }

    @Test
    void shouldBeAbortedWhenTheAppenderIsClosed() {
        appender.claim(8);
        appender.close();
        assertThat(appender().append(new byte[1])).isEqualTo(1);
        assertThat(Written.in(store)).containsExactly(new Written(1, new byte[1]));
    }

    @Test
    void shouldBeRefusedIfItWasInvalidated() {
        appender.append(new byte[1]);
        RecordClaim claim = appender.claim(8);
        long offset = claim.offset() - RecordLayout.PAYLOAD;
        contest(offset);
        assertThat(new OpenClaim(store.acquireFirst(), offset, 2).settle()).isTrue();
        assertThatThrownBy(claim::commit)
                .isInstanceOf(ClaimInvalidatedException.class)
                .hasMessage(
                        "the claim of index 1, at offset 216 of segment 0, was invalidated before it was committed");
        assertThat(appender.append(new byte[1])).isEqualTo(2);
        assertThat(Written.in(store)).extracting(Written::index).containsExactly(0L, 2L);
    }

    @Test
    void shouldBeSavedByItsCommitIfItIsContested() {
        RecordClaim claim = appender.claim(8);
        contest(SegmentLayout.HEADER_BYTES);
        assertThat(claim.commit()).isZero();
        assertThat(Written.in(store)).containsExactly(new Written(0, new byte[8]));
    }

    @Test
    void shouldBeInvalidOnceAbortedEvenIfItIsContested() {
        RecordClaim claim = appender.claim(8);
        contest(SegmentLayout.HEADER_BYTES);
        claim.abort();
        assertThat(RecordLayout.kind(store.acquireFirst().claimed(SegmentLayout.HEADER_BYTES)))
                .isEqualTo(RecordLayout.INVALID);
    }

    @Test
    void shouldCompleteTheFutureWhenItIsDurable() {
        assertThat(appender.claim(1).commitAsync())
                .succeedsWithin(Duration.ofSeconds(10))
                .isEqualTo(0L);
    }

    private void contest(long offset) {
        long claim = RecordLayout.claim(RecordLayout.DATA, 1, 1, 8);
        boolean changed =
                store.acquireFirst().changeClaim(offset, claim, RecordLayout.as(RecordLayout.CONTESTED, claim));
        assertThat(changed).isTrue();
    }
}
