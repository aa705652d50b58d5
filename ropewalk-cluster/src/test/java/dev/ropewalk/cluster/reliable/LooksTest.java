package dev.ropewalk.cluster.reliable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Twin;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Who asks is looked for, whoever fails to ask meanwhile. */
class LooksTest {
    /** How the questions are put is for each test to say. */
    private static final class Questions {
        private final Queue<Runnable> put = new ArrayDeque<>();
        private final Looks looks = new Looks(() -> put.remove().run());
        private int asked;

        void ask(Runnable... how) {
            put.addAll(List.of(how));
            looks.ask();
        }

        void success() {
            asked++;
        }
    }

    private final Questions questions = new Questions();

    @Test
    void shouldAskOnceUntilHeLooks() {
        questions.ask(questions::success);
        questions.ask();
        assertThat(questions.asked).isEqualTo(1);
        questions.looks.begin();
        questions.ask(questions::success);
        assertThat(questions.asked).isEqualTo(2);
    }

    @Test
    void shouldAskAgainAfterAQuestionThatFailed() {
        assertThatThrownBy(() -> questions.ask(LooksTest::fail)).isInstanceOf(OutOfMemoryError.class);
        questions.ask(questions::success);
        assertThat(questions.asked).isEqualTo(1);
    }

    @Test
    void shouldAskWhileAnotherFailsTo() {
        assertThatThrownBy(() -> questions.ask(
                        () -> {
                            questions.looks.ask();
                            fail();
                        },
                        questions::success))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(questions.asked).isEqualTo(1);
    }

    /** He looks before it is noted that he was asked; then something changes that he hasn't seen. */
    private static final class EarlyLook implements Runnable {
        private final Questions questions = new Questions();

        @Override
        public void run() {
            questions.ask(questions.looks::begin);
            questions.ask(questions::success);
            assertThat(questions.asked).isEqualTo(1);
        }
    }

    @Test
    void shouldAskAgainIfHeHasLookedBeforeTheQuestionWasNoted() {
        new EarlyLook().run();
    }

    @Test
    void shouldCatchOneThatNotesAQuestionThoughHeHasLooked() throws Exception {
        Runnable twin = Twin.without(Looks.class, "ask", "isAt", true).make(Runnable.class, EarlyLook.class);
        assertThatThrownBy(twin::run).isInstanceOf(AssertionError.class);
    }

    private static void fail() {
        throw new OutOfMemoryError("on purpose");
    }
}
