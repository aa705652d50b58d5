package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import dev.ropewalk.testing.Sample;
import dev.ropewalk.testing.Upstream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a publisher leaves in a journal, and how both are told of the end. */
@Timeout(60)
class RecordSubscriberTest {
    private static final String UNHEARD = "a flow of a journal: it has failed, and nobody waits for done()";

    @TempDir(factory = MemoryTempDir.class)
    Path directory;

    private final Upstream upstream = new Upstream();

    @AutoClose
    private Journal journal;

    private RecordSubscriber<String> subscriber;

    @BeforeEach
    void setUp() {
        journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(1 << 16));
        subscriber = journal.exclusiveAppender(Codec.strings()).subscriber();
    }

    private List<String> read() {
        List<String> values = new ArrayList<>();
        try (Tailer tailer = journal.tailer()) {
            RecordHandler handler = Codec.strings().handler((value, index) -> values.add(value));
            while (tailer.poll(handler) > 0) {}
        }
        return values;
    }

    private void assertAppenderIsClosed() {
        Await.until("the appender is still open", () -> {
            try {
                journal.exclusiveAppender().close();
                return true;
            } catch (TailHeldException stillOpen) {
                return false;
            }
        });
    }

    @Test
    void shouldAppendWhatItGetsAndAskForMore() {
        subscriber.onSubscribe(upstream);
        assertThat(upstream.requested()).isEqualTo(256);
        for (int i = 0; i < 200; i++) {
            subscriber.onNext("element " + i);
        }

        assertThat(upstream.requested()).isGreaterThan(256);
        assertThat(subscriber.appended()).isEqualTo(200);
        assertThat(read()).hasSize(200).startsWith("element 0", "element 1");
        assertThat(subscriber.done()).isNotDone();
    }

    @Test
    void shouldTellHowManyAreDurableWhenAllHaveCome() {
        subscriber.onSubscribe(upstream);
        subscriber.onNext("a");
        subscriber.onNext("b");
        subscriber.onComplete();

        assertThat(subscriber.done().join()).isEqualTo(2);
        assertThat(journal.durableIndex()).isEqualTo(2);
        assertAppenderIsClosed();
        assertThat(upstream.cancels()).isZero();
    }

    @Test
    void shouldCompleteWithoutElements() {
        subscriber.onSubscribe(upstream);
        subscriber.onComplete();

        assertThat(subscriber.done()).isCompletedWithValue(0L);
        assertAppenderIsClosed();
    }

    @Test
    void shouldFailWithThePublisher() {
        subscriber.onSubscribe(upstream);
        subscriber.onNext("a");
        subscriber.onError(new IllegalStateException("the rope broke"));

        assertThatThrownBy(subscriber.done()::join)
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage("the rope broke");
        assertThat(read()).containsExactly("a");
        assertAppenderIsClosed();
    }

    @Test
    void shouldLogAFailureThatNobodyWaitsFor() {
        try (var log = new CapturedLog("dev.ropewalk.journal")) {
            Await.until("one is logged, as often as the limit of all flows lets one through", () -> {
                subscriber.onSubscribe(new Upstream());
                subscriber.onError(new IllegalStateException("the rope broke"));
                subscriber = journal.exclusiveAppender(Codec.strings()).subscriber();
                return !log.messages(UNHEARD).isEmpty();
            });
        }
    }

    @Test
    void shouldLogNoFailureThatSomebodyWaitsFor() {
        try (var log = new CapturedLog("dev.ropewalk.journal")) {
            var told = subscriber.done().exceptionally(failure -> 0L);
            subscriber.onSubscribe(upstream);
            subscriber.onError(new IllegalStateException("the rope broke"));
            assertThat(told).isCompletedWithValue(0L);
            assertThat(log.messages(UNHEARD)).isEmpty();
        }
    }

    @Test
    void shouldCancelThePublisherOfARecordThatIsTooLong() {
        subscriber.onSubscribe(upstream);
        subscriber.onNext("a");
        subscriber.onNext("b".repeat(1 << 17));
        subscriber.onNext("c");

        assertThat(upstream.cancels()).isEqualTo(1);
        assertThatThrownBy(subscriber.done()::join).hasCauseInstanceOf(IllegalArgumentException.class);
        assertThat(subscriber.appended()).isEqualTo(1);
        assertThat(read()).containsExactly("a");
        assertAppenderIsClosed();
    }

    @Test
    void shouldCancelThePublisherWhenTheDiskIsFull() {
        RecordSubscriber<byte[]> full;
        try (var disk = Tmpfs.mount(directory.resolve("disk"), 32 * 4096);
                Journal small = Journal.open(
                        disk.folder().resolve("journal"),
                        JournalOptions.defaults().segmentBytes(4 * 4096))) {
            full = small.appender().subscriber();
            full.onSubscribe(upstream);
            for (int i = 0; i < 200; i++) {
                full.onNext(new byte[1_000]);
            }

            assertThat(upstream.cancels()).isEqualTo(1);
            assertThatThrownBy(full.done()::join).hasCauseInstanceOf(JournalFullException.class);
            try (Tailer tailer = small.tailer()) {
                assertThat(tailer.poll((memory, offset, length, index) -> {})).isEqualTo((int) full.appended());
            }
        }
    }

    @Test
    void shouldCancelThePublisherWhenTheJournalIsClosed() {
        subscriber.onSubscribe(upstream);
        subscriber.onNext("a");
        journal.close();

        Await.until("the publisher wasn't cancelled", () -> upstream.cancels() == 1);
        assertThatThrownBy(subscriber.done()::join).hasCauseInstanceOf(JournalClosedException.class);
    }

    @Test
    void shouldCancelThePublisherWhenItsFutureIsCancelled() {
        subscriber.onSubscribe(upstream);
        subscriber.onNext("a");
        assertThat(subscriber.done().cancel(false)).isTrue();

        Await.until("the publisher wasn't cancelled", () -> upstream.cancels() == 1);
        subscriber.onNext("b");
        assertThat(read()).containsExactly("a");
        assertAppenderIsClosed();
    }

    @Test
    void shouldGiveTheAppenderBackThatWasNeverUsed() {
        assertThat(subscriber.done().cancel(false)).isTrue();

        assertAppenderIsClosed();
        subscriber.onSubscribe(upstream);
        assertThat(upstream.cancels()).isEqualTo(1);
        assertThat(upstream.requested()).isZero();
    }

    @Test
    void shouldTakeAllFromAnotherJournal() {
        int records = Sample.of(5_000, 50_000);
        try (SubmissionPublisher<String> source = new SubmissionPublisher<>()) {
            source.subscribe(subscriber);
            for (int i = 0; i < records; i++) {
                source.submit(Integer.toString(i));
            }
        }
        assertThat(subscriber.done().join()).isEqualTo(records);
        try (Journal copy = Journal.open(directory.resolve("copy"))) {
            RecordSubscriber<String> sink = copy.appender(Codec.strings()).subscriber();
            journal.publisher(Codec.strings()).until(records).subscribe(sink);

            assertThat(sink.done().join()).isEqualTo(records);
            List<String> values = read();
            assertThat(values).hasSize(records);
            for (int i = 0; i < records; i++) {
                assertThat(values.get(i)).isEqualTo(Integer.toString(i));
            }
            try (Tailer tailer = copy.tailer()) {
                int count = 0;
                for (int more = 1; more > 0; count += more) {
                    more = tailer.poll((memory, offset, length, index) -> {});
                }
                assertThat(count).isEqualTo(records);
            }
        }
    }
}
