package dev.ropewalk.journal;

import static dev.ropewalk.scheduler.step.RecordingThread.kinds;
import static dev.ropewalk.scheduler.step.RecordingThread.points;
import static dev.ropewalk.scheduler.step.StepKind.ACCESS;
import static dev.ropewalk.scheduler.step.StepKind.CLAIM;
import static dev.ropewalk.scheduler.step.StepKind.CLOSE;
import static dev.ropewalk.scheduler.step.StepKind.CONSUME;
import static dev.ropewalk.scheduler.step.StepKind.PUBLISH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.step.RecordingThread.Point;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which operations announce what to a simulation. */
class PointsTest {
    private static final byte[] RECORD = new byte[40];
    private static final Duration LONG = Duration.ofMinutes(10);

    @TempDir
    Path directory;

    private Journal journal;
    private Appender appender;
    private Tailer tailer;

    @BeforeEach
    void open() {
        journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(4096));
        appender = journal.appender();
        tailer = journal.tailer();
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void shouldAnnounceTheClaimAndThePublicationOfEachRecord() throws Exception {
        List<Point> points = points(() -> {
            appender.append(RECORD);
            var _ = appender.appendAsync(RECORD);
            appender.claim(RECORD.length).commit();
            return appender.batch().add(RECORD).add(RECORD).commit();
        });
        assertThat(points)
                .extracting(Point::kind)
                .containsExactly(CLAIM, PUBLISH, CLAIM, PUBLISH, CLAIM, PUBLISH, CLAIM, PUBLISH);
        assertThat(points).extracting(Point::resource).containsOnly(directory.getFileSystem());
    }

    @Test
    void shouldAnnounceTheSameOfAnExclusiveAppender() throws Exception {
        appender.close();
        try (Appender exclusive = journal.exclusiveAppender()) {
            assertThat(kinds(() -> exclusive.append(RECORD))).containsExactly(CLAIM, PUBLISH);
        }
    }

    @Test
    void shouldAnnounceEachFormOfReadingOnce() throws Exception {
        for (int i = 0; i < 4; i++) {
            appender.append(RECORD);
        }
        assertThat(points(() -> {
                    tailer.read();
                    tailer.read(LONG);
                    tailer.tryRead();
                    tailer.poll((memory, offset, length, index) -> {});
                    tailer.pollBackwards((memory, offset, length, index) -> {}, 1);
                    return null;
                }))
                .hasSize(5)
                .containsOnly(new Point(CONSUME, directory.getFileSystem()));
    }

    @Test
    void shouldAnnounceItsEnd() throws Exception {
        assertThat(points(() -> {
                    journal.close();
                    return null;
                }))
                .containsExactly(new Point(CLOSE, directory.getFileSystem()));
    }

    @Test
    void shouldRefuseInASimulationWhatIsClosed() throws Exception {
        appender.append(RECORD);
        points(() -> {
            journal.close();
            assertThatThrownBy(() -> appender.append(RECORD)).isInstanceOf(JournalClosedException.class);
            assertThatThrownBy(tailer::hasNext).isInstanceOf(JournalClosedException.class);
            assertThatThrownBy(tailer::tryRead).isInstanceOf(JournalClosedException.class);
            assertThatThrownBy(() -> tailer.pollBackwards((memory, offset, length, index) -> {}, 1))
                    .isInstanceOf(JournalClosedException.class);
            assertThatThrownBy(journal::durableIndex).isInstanceOf(JournalClosedException.class);
            return null;
        });
    }

    @Test
    void shouldAnnounceLooksAtTheEnd() throws Exception {
        appender.append(RECORD);
        assertThat(points(() -> {
                    tailer.hasNext();
                    return journal.durableIndex();
                }))
                .hasSize(2)
                .containsOnly(new Point(ACCESS, directory.getFileSystem()));
    }
}
