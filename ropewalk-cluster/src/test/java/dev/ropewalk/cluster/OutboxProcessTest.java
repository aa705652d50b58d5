package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two processes that want one folder, of which one is killed with what it has told. */
@Timeout(120)
class OutboxProcessTest extends OutboxLives {
    private static final int JOBS = 1000;

    @Test
    void shouldHaveTheFolderWhenTheProcessThatHadItIsKilled() throws Exception {
        Path child = Files.createDirectory(folder.resolve("child"));
        Process process = ChildJvm.start(
                List.of(),
                child,
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OutboxHolder.class.getName(),
                        options().folder().toString(),
                        Integer.toString(JOBS)));
        try {
            Await.until(
                    () -> "the process has told all; " + read(child.resolve("err")),
                    () -> read(child.resolve("out")).contains("told") || !process.isAlive(),
                    Duration.ofSeconds(60));
            Life other = begin(OutboxOptions.defaults(folder.resolve("other")).codecs(CODECS));
            assertThatThrownBy(() -> other.cluster.outbox(options()))
                    .isInstanceOf(OutboxException.class)
                    .hasMessage("the outbox in " + options().folder() + " is open already, in this process or another");
        } finally {
            process.destroyForcibly().onExit().join();
        }
        Life life = begin();
        life.open.complete(null);
        life.awaitAll();
        assertThat(done("slow")).containsExactlyElementsOf(numbers(0, JOBS));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
