package dev.ropewalk.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class EffectTest {
    private final List<String> answers = new ArrayList<>();

    /** Notes answers, and refuses some. */
    private final class Asker implements ActorRef<String> {
        @Override
        public CompletableFuture<Void> tellAsync(String answer) {
            if (answer.startsWith("bad")) {
                throw new IllegalArgumentException(answer);
            }
            answers.add(answer);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void tell(String answer) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean tryTell(String answer) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean tell(String answer, Duration timeout) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <R> CompletableFuture<R> ask(
                Function<? super ActorRef<R>, ? extends String> question, Duration timeout) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String path() {
            return "asker";
        }
    }

    @Test
    void shouldGiveAllAnswersThoughSomeCannotBeGiven() {
        var asker = new Asker();
        Effect<Object, Object> effect = Effect.none()
                .answer(asker, "one")
                .answer(asker, "bad 1")
                .answer(asker, "two")
                .answer(asker, "bad 2");

        assertThatThrownBy(effect::giveAnswers).hasMessage("bad 1");
        assertThat(answers).containsExactly("one", "two");
    }
}
