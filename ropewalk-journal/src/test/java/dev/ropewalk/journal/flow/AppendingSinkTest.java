package dev.ropewalk.journal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.testing.Upstream;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How what appends a flow ends when its appender goes away. */
class AppendingSinkTest {
    private final AppendingSink<String> sink =
            new AppendingSink<>(new OpenFlows(), element -> 0, CompletableFuture::completedFuture, () -> {});

    @Test
    void shouldFailIfItsAppenderIsClosedWhenThePublisherCompletes() {
        sink.onSubscribe(new Upstream());
        sink.onNext("a");
        sink.closed();
        sink.onComplete();

        assertThat(sink.done()).isCompletedExceptionally();
        assertThatThrownBy(sink.done()::join).hasCauseInstanceOf(JournalClosedException.class);
    }

    @Test
    void shouldFailWithTheReasonOfTheJournalThatIsClosed() {
        sink.onSubscribe(new Upstream());
        sink.onNext("a");
        sink.journalClosed(new JournalClosedException("the rope broke"));
        sink.onComplete();

        assertThat(sink.done()).isCompletedExceptionally();
        assertThatThrownBy(sink.done()::join).hasRootCauseMessage("the rope broke");
    }
}
