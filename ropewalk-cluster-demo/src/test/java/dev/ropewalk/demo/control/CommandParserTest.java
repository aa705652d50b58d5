package dev.ropewalk.demo.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandParserTest {
    private final CommandParser parser = new CommandParser(5);

    @Test
    void shouldReadCommandsOneAfterAnother() {
        assertThat(parser.parseAll(" kill 2; WAIT 5s;\nstatus ;; start 2;leave 5;quit"))
                .containsExactly(
                        new Command.Kill(2),
                        new Command.Wait(Duration.ofSeconds(5)),
                        new Command.Status(),
                        new Command.Start(2),
                        new Command.Leave(5),
                        new Command.Quit());
    }

    @Test
    void shouldReadWhatIsCut() {
        assertThat(parser.parseAll("partition 1"))
                .containsExactly(new Command.Partition(Set.of(1), Set.of(2, 3, 4, 5)));
        assertThat(parser.parseAll("partition 1, 2 | rest"))
                .containsExactly(new Command.Partition(Set.of(1, 2), Set.of(3, 4, 5)));
        assertThat(parser.parseAll("partition 1,2|4 ; heal"))
                .containsExactly(new Command.Partition(Set.of(1, 2), Set.of(4)), new Command.Heal());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ':',
            quoteCharacter = '"',
            value = {
                "dance : there is no command 'dance'",
                "kill : 'kill' takes the number of a node, 1 to 5",
                "kill two : 'kill' takes the number of a node, 1 to 5, but got 'two'",
                "kill 6 : there is no node 6",
                "pause 0 : there is no node 0",
                "status 2 : 'status' takes nothing, but got '2'",
                "partition : 'partition' takes the number of a node",
                "partition 1,2|2,3 : that have no node in common, but got '1,2|2,3'",
                "partition 1,2,3,4,5 : takes two parts",
                "partition 1|2|3 : 'partition' takes two parts, but got 3",
                "wait : 'wait' takes a time",
                "wait soon : not 'soon'",
                "wait 2h : 'wait' takes an hour at most, but got '2h'",
            })
    void shouldSayWhatIsWrong(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parser.parseAll("status; " + text))
                .withMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({"500ms,PT0.5S", "30s,PT30S", "2m,PT2M", "1h,PT1H", "3 s,PT3S"})
    void shouldReadTimes(String text, Duration time) {
        assertThat(Times.parse(text)).isEqualTo(time);
    }
}
