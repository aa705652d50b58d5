package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.durability.Maintenance;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.Forcer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The journal's own threads after an error that may hit any line. */
@Timeout(60)
class NoMemoryTest {
    @TempDir
    Path directory;

    private static <T extends Throwable> Forcer failing(int times, Supplier<T> error) {
        var left = new AtomicInteger(times);
        return (segment, from, to) -> {
            if (left.getAndDecrement() > 0) {
                NoMemoryTest.<RuntimeException>sneak(error.get());
            }
        };
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable e) throws T {
        throw (T) e;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldForceAgainWhenThereIsMemoryAgain(int times) {
        var options = JournalOptions.defaults().segmentBytes(4096).durability(Durability.each());
        try (Journal journal = Journal.open(directory, options, failing(times, OutOfMemoryError::new));
                Appender appender = journal.appender()) {
            assertThat(appender.append(new byte[100])).isZero();
            assertThat(appender.appendAsync(new byte[100]).join()).isEqualTo(1);
            journal.force();
            assertThat(journal.durableIndex()).isEqualTo(2);
        }
    }

    @Test
    void shouldTellThoseWhoWaitOfAnyOtherError() {
        var options = JournalOptions.defaults().segmentBytes(4096).durability(Durability.none());
        try (Journal journal = Journal.open(directory, options, failing(1, StackOverflowError::new));
                Appender appender = journal.appender()) {
            var told = appender.appendAsync(new byte[100]);
            assertThatThrownBy(journal::force).isInstanceOf(JournalPoisonedException.class);
            assertThatThrownBy(told::join).hasCauseInstanceOf(JournalPoisonedException.class);
            assertThatThrownBy(() -> appender.append(new byte[100])).isInstanceOf(JournalPoisonedException.class);
        }
    }

    @Test
    void shouldKeepTheMaintenanceThread() throws InterruptedException {
        var again = new CountDownLatch(3);
        try (var maintenance = new Maintenance("test")) {
            maintenance.setTasks(List.of(() -> {
                again.countDown();
                throw new OutOfMemoryError("of a test");
            }));
            maintenance.wake();
            // It comes again by itself.
            again.await();
        }
        assertThat(again.getCount()).isZero();
    }

    @Test
    void shouldTellTheCallerOfWorkOnFiles() {
        var error = new OutOfMemoryError("of a test");
        assertThatThrownBy(() -> FileThreads.call(directory, () -> {
                    throw error;
                }))
                .isSameAs(error);
    }

    @Test
    void shouldLeaveNoClaimOpenForWantOfMemoryForARun() {
        try (ChildJvm child = NoMemoryProbe.start(directory.resolve("journal"), directory.resolve("log"))) {
            assertThat(child.exitCode()).as(child.said()).isZero();
            assertThat(child.said()).contains(NoMemoryProbe.GOES_ON);
        }
    }
}
