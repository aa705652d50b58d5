package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.durability.Frontier;
import dev.ropewalk.journal.flow.OpenFlows;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.write.Gate;
import dev.ropewalk.journal.write.Tail;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrontierTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGoOnWhereRetentionHasLeftSomething(boolean byWatermark) {
        try (JournalFiles files =
                        JournalFiles.open(directory, JournalOptions.defaults().segmentBytes(4096));
                Frontier frontier = new Frontier(files.store())) {
            Tail tail = new Tail(files.store(), new Gate(), 1);
            try (var appender = new Appender(tail, new ForcingAtOnce(), new OpenFlows(), false)) {
                for (int i = 0; i < 200; i++) {
                    appender.append(new byte[100]);
                }
            }
            long last = files.store().lastNumber();
            assertThat(last).isGreaterThan(3);
            assertThat(frontier.advance()).isTrue();
            files.control().raiseFirstSegment(last);
            for (long number = 0; number < last; number++) {
                files.segments().delete(number);
            }
            try (Frontier other = new Frontier(files.store())) {
                assertThat(other.segment().number).isEqualTo(last);
            }
            if (byWatermark) {
                frontier.catchUp(2 * 4096 + 192);
            } else {
                assertThat(frontier.nextSegment()).isTrue();
            }
            assertThat(frontier.segment().number).isEqualTo(last);
            assertThat(frontier.advance()).isFalse();
            assertThat(frontier.index()).isEqualTo(200);
            assertThat(frontier.nextSegment()).isFalse();
        }
    }
}
