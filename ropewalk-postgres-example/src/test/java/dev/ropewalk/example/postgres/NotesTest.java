package dev.ropewalk.example.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NotesTest {
    private static Notes of(String... lines) {
        var notes = new Notes();
        for (String line : lines) {
            notes.add(line.contains("@") ? line.substring(line.indexOf('@') + 1) : "one", line.split("@", -1)[0]);
        }
        return notes;
    }

    private static void assertWrong(String... lines) {
        assertThatThrownBy(() -> of(lines).checkRegisters()).isInstanceOf(AssertionError.class);
    }

    private static void assertRight(String... lines) {
        assertThatCode(() -> of(lines).checkRegisters()).doesNotThrowAnyException();
    }

    @Test
    void shouldFindAnAnswerThatIsForgotten() {
        assertRight("call a 1 7 10 .", "return 1 0 0 20 .", "call a 2 0 30 .", "return 2 7 0 40 .");
        assertWrong("call a 1 7 10 .", "return 1 0 0 20 .", "call a 2 0 30 .", "return 2 0 0 40 .");
    }

    @Test
    void shouldLetACommandWithoutAnAnswerHappenAtAnyTimeOrNever() {
        assertRight("call a 1 7 10 .", "call a 2 0 30 .", "return 2 0 0 40 .", "call a 3 0 50 .", "return 3 7 0 60 .");
        assertRight("call a 1 7 10 .", "call a 2 0 30 .", "return 2 0 0 40 .");
        assertWrong("call a 1 7 10 .", "call a 2 0 30 .", "return 2 7 0 40 .", "call a 3 0 50 .", "return 3 0 0 60 .");
    }

    @Test
    void shouldFindAnInstanceThatAnswersAfterTheNextOne() {
        assertRight("call a 1 7 10 .", "return 1 0 1 20 .", "call a 2 8 30 .", "return 2 0 2 40 .");
        assertRight("call a 1 7 10 .", "return 1 0 1 20 .", "call a 2 8 30 .", "return 2 7 2 40 .");
        assertWrong("call a 1 7 10 .", "return 1 0 1 20 .", "call a 2 8 30 .", "return 2 5 2 40 .");
        assertWrong(
                "call a 1 7 10 .",
                "return 1 0 1 20 .",
                "call a 2 8 30 .",
                "return 2 0 2 40 .",
                "call a 3 9 50 .",
                "return 3 7 1 60 .");
    }

    @Test
    void shouldLookAtEachRegisterByItself() {
        assertRight("call a 1 7 10 .", "return 1 0 0 20 .", "call b 2 0 30 .", "return 2 0 0 40 .");
    }

    @Test
    void shouldLeaveOutALineThatWasCutOff() {
        assertThat(of("call a 1 7 10 .", "return 1 0 0 2").answers()).isZero();
    }

    @Test
    void shouldFindMessagesThatAreMissingOutOfOrderOrDoubled() {
        assertThat(of("handled k s 0 1 10 .", "handled k s 1 1 20 .", "delivered k s 2 .")
                        .complaints())
                .isEmpty();
        assertThat(of("handled k s 0 1 10 .", "delivered k s 2 .").complaints()).hasSize(1);
        assertThat(of("handled k s 1 1 10 .").complaints()).hasSize(1);
        assertThat(of("handled k s 0 1 10 .", "handled k s 0 1 20 .").complaints())
                .hasSize(1);
        assertThat(of("handled k s 0 1 10 .", "handled k s 2 2 20 .").complaints())
                .hasSize(1);
    }

    @Test
    void shouldLetMessagesComeAgainWhenTheirNodeHasFailed() {
        assertThat(of("handled k s 0 1 10 .@failed", "handled k s 0 2 20 .").complaints())
                .isEmpty();
        assertThat(of("handled k s 0 1 10 .@alive", "handled k s 0 2 20 .", "over .@alive")
                        .complaints())
                .hasSize(1);
    }
}
