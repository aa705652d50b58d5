package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.pattern.AskTimeoutException;
import org.junit.jupiter.api.Test;

class SearchTest {
    private static final Duration WITHIN = Duration.ofSeconds(5);

    private final List<CompletableFuture<Object>> asked = new ArrayList<>();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private Optional<String> obstacle = Optional.empty();
    private boolean hasEnded;
    private long now = Long.MAX_VALUE; // clocks run over

    private CompletableFuture<Object> begin() {
        return new Search(this::ask, () -> obstacle, WITHIN, () -> now, this::later)
                .begin()
                .toCompletableFuture();
    }

    private CompletableFuture<Object> ask() {
        var question = new CompletableFuture<Object>();
        asked.add(question);
        return question;
    }

    private void later(Duration delay, Runnable task) {
        if (hasEnded) {
            throw new IllegalStateException("the node has ended");
        }
        assertThat(delay).isEqualTo(Duration.ofMillis(100));
        tasks.add(() -> {
            now += delay.toNanos();
            task.run();
        });
    }

    private void pass(int times) {
        for (int i = 0; i < times; i++) {
            tasks.remove().run();
        }
    }

    private static void timeOut(CompletableFuture<Object> question) {
        question.completeExceptionally(new AskTimeoutException("no answer"));
    }

    @Test
    void shouldAskOnceIfThatIsAnswered() {
        CompletableFuture<Object> found = begin();
        asked.getFirst().complete("here");
        assertThat(found).isCompletedWithValue("here");
        pass(1);
        assertThat(asked).hasSize(1);
        assertThat(tasks).isEmpty();
    }

    @Test
    void shouldTakeAnAnswerThatComesAfterTheNextQuestions() {
        CompletableFuture<Object> found = begin();
        pass(3);
        assertThat(asked).hasSize(4);
        assertThat(found).isNotDone();
        asked.getFirst().complete("far away");
        assertThat(found).isCompletedWithValue("far away");
        asked.getLast().complete("late");
        assertThat(found).isCompletedWithValue("far away");
    }

    @Test
    void shouldGoOnWhenAQuestionIsDropped() {
        CompletableFuture<Object> found = begin();
        timeOut(asked.getFirst());
        assertThat(found).isNotDone();
        pass(1);
        asked.getLast().complete("here");
        assertThat(found).isCompletedWithValue("here");
    }

    @Test
    void shouldEndWhenTheTimeIsUp() {
        CompletableFuture<Object> found = begin();
        pass(49);
        assertThat(found).isNotDone();
        pass(1);
        assertThat(asked).hasSize(50);
        assertThat(found).failsWithin(Duration.ZERO).withThrowableThat().withCauseInstanceOf(AskTimeoutException.class);
        assertThat(tasks).isEmpty();
    }

    @Test
    void shouldEndWhenItIsInVain() {
        CompletableFuture<Object> found = begin();
        obstacle = Optional.of("nobody hosts it");
        pass(1);
        assertThat(found).failsWithin(Duration.ZERO).withThrowableThat().withMessageContaining("nobody hosts it");
        assertThat(asked).hasSize(1);
    }

    @Test
    void shouldEndByAFailureThatDoesNotPass() {
        CompletableFuture<Object> found = begin();
        asked.getFirst().completeExceptionally(new IllegalStateException("no region"));
        assertThat(found).failsWithin(Duration.ZERO).withThrowableThat().withMessageContaining("no region");
        pass(1);
        assertThat(tasks).isEmpty();
    }

    @Test
    void shouldEndWithTheNode() {
        CompletableFuture<Object> found = begin();
        hasEnded = true;
        pass(1);
        assertThat(found).failsWithin(Duration.ZERO).withThrowableThat().withMessageContaining("the node has ended");
    }
}
