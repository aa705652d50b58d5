package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Strands of messages. */
public abstract class MessageStrandContract extends SchedulerContract {
    protected MessageStrandContract(Subject subject) {
        super(subject);
    }

    private void awaitIdle(MessageStrand<?> strand) {
        await("the strand is idle", strand::isIdle);
    }

    private <M> MessageStrand<M> started(Consumer<? super M> handler) {
        MessageStrand<M> strand = scheduler.newMessageStrand(Placement.SOFT, handler);
        strand.start();
        return strand;
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandleMessagesInTheOrderOfSubmission(Placement placement) {
        List<Integer> handled = new ArrayList<>();
        MessageStrand<Integer> strand = scheduler.newMessageStrand(placement, handled::add);
        strand.start();

        for (int i = 0; i < 10_000; i++) {
            strand.send(i);
        }
        awaitIdle(strand);

        assertThat(handled).isEqualTo(IntStream.range(0, 10_000).boxed().toList());
    }

    @Test
    void shouldHandleNothingBeforeItIsStarted() {
        List<String> handled = new CopyOnWriteArrayList<>();
        MessageStrand<String> strand = scheduler.newMessageStrand(Placement.SOFT, handled::add);
        strand.send("one");
        strand.send("two");
        MessageStrand<String> other = started(message -> {});
        other.send("later");
        awaitIdle(other);

        assertThat(handled).isEmpty();
        assertThat(strand.isIdle()).isFalse();
        assertThat(strand.pending(10)).isEqualTo(2);
        strand.start();
        awaitIdle(strand);
        assertThat(handled).containsExactly("one", "two");
    }

    @Test
    void shouldRefuseToBeStartedASecondTime() {
        List<String> handled = new CopyOnWriteArrayList<>();
        MessageStrand<String> strand = started(handled::add);

        assertThatIllegalStateException().isThrownBy(strand::start).withMessageContainingAll("Strand[", "started");
        strand.send("one");
        awaitIdle(strand);
        assertThatIllegalStateException().isThrownBy(strand::start);
        strand.send("two");
        awaitIdle(strand);

        assertThat(handled).containsExactly("one", "two");
        assertThat(scheduler.close(Duration.ofSeconds(30)).isComplete()).isTrue();
    }

    @Test
    void shouldRefuseItsHandlerToStartIt() {
        var self = new CompletableFuture<MessageStrand<String>>();
        var refused = new AtomicReference<Throwable>();
        MessageStrand<String> strand = started(message -> {
            try {
                self.join().start();
            } catch (IllegalStateException e) {
                refused.set(e);
            }
        });
        self.complete(strand);
        strand.send("one");
        awaitIdle(strand);

        assertThat(refused.get()).isNotNull();
    }

    @Test
    void shouldCountWhatWaitsBehindTheMessageThatIsHandled() {
        var self = new CompletableFuture<MessageStrand<String>>();
        List<Integer> counts = new CopyOnWriteArrayList<>();
        MessageStrand<String> strand = started(message -> {
            if (message.equals("first")) {
                for (int i = 0; i < 5; i++) {
                    self.join().send("more");
                }
                counts.add(self.join().pending(3));
            }
            counts.add(self.join().pending(100));
        });
        self.complete(strand);
        strand.send("first");
        awaitIdle(strand);

        assertThat(counts).containsExactly(3, 5, 4, 3, 2, 1, 0);
        assertThat(strand.pending(100)).isZero();
    }

    @Test
    void shouldTellWhichHandlerTheCallingCodeIsPartOf() {
        var seen = new AtomicReference<Optional<MessageStrand<?>>>();
        var self = new CompletableFuture<MessageStrand<String>>();
        var current = new AtomicInteger(-1);
        MessageStrand<String> strand = started(message -> {
            seen.set(scheduler.currentStrand());
            current.set(self.join().isCurrent() ? 1 : 0);
        });
        self.complete(strand);
        strand.send("look");
        awaitIdle(strand);

        assertThat(seen.get()).containsSame(strand);
        assertThat(current).hasValue(1);
        assertThat(strand.isCurrent()).isFalse();
        assertThat(scheduler.currentStrand()).isEmpty();
    }

    @Test
    void shouldCountAnotherTurnWheneverItHasRun() {
        MessageStrand<String> strand = started(message -> {});
        int before = strand.turns();
        strand.send("one");
        awaitIdle(strand);

        assertThat(strand.turns()).isGreaterThan(before);
    }

    @Test
    void shouldGoOnAfterAHandlerHasThrown() {
        List<String> handled = new CopyOnWriteArrayList<>();
        MessageStrand<String> strand = started(message -> {
            handled.add(message);
            if (message.equals("bad")) {
                throw new IllegalStateException("on purpose");
            }
        });
        strand.send("bad");
        strand.send("good");
        awaitIdle(strand);

        assertThat(handled).containsExactly("bad", "good");
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void shouldRefuseNull() {
        MessageStrand<String> strand = started(message -> {});

        assertThatNullPointerException().isThrownBy(() -> strand.send(null)).withMessageContaining("message");
        assertThatNullPointerException()
                .isThrownBy(() -> scheduler.newMessageStrand(null, message -> {}))
                .withMessageContaining("placement");
        assertThatNullPointerException()
                .isThrownBy(() -> scheduler.newMessageStrand(Placement.SOFT, null))
                .withMessageContaining("handler");
    }

    /** What is never refused is handled one at a time and in order, and knows its strand, also when no worker is left. */
    @Test
    void shouldHandleWhatIsNeverRefusedWhenTheSchedulerHasEnded() {
        int messages = 1000;
        List<Integer> handled = new ArrayList<>();
        var strand = new CompletableFuture<MessageStrand<Integer>>();
        var all = new CompletableFuture<Boolean>();
        strand.complete(started(message -> {
            handled.add(message);
            boolean known = strand.join().isCurrent()
                    && scheduler.currentStrand().filter(strand.join()::equals).isPresent();
            if (!known || handled.size() == messages) {
                all.complete(known);
            }
        }));
        scheduler.close(Duration.ofSeconds(30));
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> strand.join().send(-1));
        for (int i = 0; i < messages; i++) {
            strand.join().sendAlways(i);
        }

        await("all messages are handled", all::isDone);
        assertThat(all.join()).isTrue();
        assertThat(handled).isEqualTo(IntStream.range(0, messages).boxed().toList());
        assertThat(strand.join().isCurrent()).isFalse();
        assertThat(scheduler.currentStrand()).isEmpty();
    }
}
