package dev.ropewalk.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Params;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {
    private static final Occasion OCCASION = new Occasion("2026-01-02T03:04:05Z", "abc123", Map.of("Rival", "1.2.3"));
    private static final Session SESSION = new Session(
            OCCASION,
            "full",
            7,
            5,
            List.of(
                    new Session.Part("ring", List.of("go"), List.of("laps=5", "laps=6")),
                    new Session.Part("pi", List.of(), List.of())));

    @TempDir
    private Path folder;

    @Test
    void shouldBeReadAsWritten() throws IOException {
        SessionFile.write(folder, SESSION);

        assertThat(SessionFile.read(folder)).contains(SESSION);
        assertThat(ResultFiles.readAll(folder)).as("it is no result").isEmpty();
    }

    @Test
    void shouldBeGoneWhenItIsFinished() throws IOException {
        SessionFile.write(folder, SESSION);
        SessionFile.delete(folder);

        assertThat(SessionFile.read(folder)).isEmpty();
    }

    @Test
    void shouldNameTheFileThatIsBroken() throws IOException {
        Files.writeString(folder.resolve("unfinished-run"), "{");

        assertThatThrownBy(() -> SessionFile.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("unfinished-run");
    }

    @Test
    void shouldMissWhatHasNoCompleteResultOfItsOwn() {
        assertThat(SESSION.missing(List.of(result("ring", OCCASION, 1)))).containsExactly("pi");
        assertThat(SESSION.missing(List.of(result("ring", OCCASION, 2), result("pi", Occasion.unknown(), 1))))
                .as("one is partial, the other of an earlier run")
                .containsExactly("ring", "pi");
    }

    private static ExperimentResult result(String experiment, Occasion occasion, int planned) {
        return new ExperimentResult(
                experiment,
                "full",
                MachineProbe.describe(List.of()),
                "ropewalk lab",
                occasion,
                planned,
                List.of(),
                List.of(Result.of("go", Params.none(), Metric.TIME, List.of(1.0))),
                List.of());
    }
}
