package dev.ropewalk.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Params;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFilesTest {
    private static final Params CELL =
            Params.none().with("workers", 2).with("load", "zipf").with("state", 3_200_000_000L);
    private static final ExperimentResult RESULT = new ExperimentResult(
            "locality",
            "quick",
            new Machine(
                    "A CPU",
                    2,
                    List.of("L1d 48 KiB (CPUs 0)"),
                    "23.5 GiB",
                    "Linux 6.1 amd64",
                    "A JDK 25",
                    List.of("-Xmx1g", "-Xms1g")),
            "ropewalk lab run locality --size quick --seed 1",
            new Occasion("2026-01-02T03:04:05Z", "abc123", Map.of("Rival", "1.2.3")),
            2,
            List.of(new Probe(40.5, 0.98, 1.25)),
            List.of(
                    Result.of("threadpool", CELL, Metric.TIME, List.of(12.5, 11.0, 14.25)),
                    Result.of(
                            "threadpool",
                            CELL,
                            new Metric("rate", "1/s", Metric.Better.HIGHER, "Not in the file."),
                            List.of(7.0))),
            List.of(new Skipped("dedicated", CELL, "failed: it said \"no\"")));

    @TempDir
    private Path folder;

    @Test
    void shouldWriteTheFormatThatIsFixed() throws IOException {
        Path file = ResultFiles.write(folder.resolve("made/on/the/way"), RESULT);

        assertThat(file).hasFileName("locality.json");
        assertThat(Files.readString(file)).isEqualTo(golden());
    }

    @Test
    void shouldReadWhatItWrote() throws IOException {
        ResultFiles.write(folder, RESULT);

        assertThat(ResultFiles.readAll(folder)).containsExactly(RESULT);
    }

    @Test
    void shouldNameTheFileThatIsNoResult() throws IOException {
        Files.writeString(folder.resolve("other.json"), "{\"experiment\": \"x\"}");

        assertThatThrownBy(() -> ResultFiles.readAll(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("other.json is not a result file");
    }

    @Test
    void shouldReadWhatWasWrittenBeforeOccasionsWereKept() throws IOException {
        String old = golden().replaceAll("(?s)  \"occasion\".*?  \"results\"", "  \"results\"");
        Files.writeString(folder.resolve("locality.json"), old);

        assertThat(ResultFiles.readAll(folder)).singleElement().satisfies(result -> {
            assertThat(result.results()).isEqualTo(RESULT.results());
            assertThat(result.occasion()).isEqualTo(Occasion.unknown());
            assertThat(result.isComplete()).isTrue();
        });
    }

    @Test
    void shouldWriteThoughItsThreadIsInterrupted() throws IOException {
        Thread.currentThread().interrupt();
        Path file = ResultFiles.write(folder, RESULT);

        assertThat(Thread.interrupted()).as("the interrupt is left for later").isTrue();
        assertThat(Files.readString(file)).isEqualTo(golden());
    }

    @Test
    void shouldBeCompleteWithAllCells() {
        assertThat(RESULT.cells()).containsExactly(CELL);
        assertThat(RESULT.isComplete()).as("one of two cells").isFalse();
    }

    private static String golden() throws IOException {
        try (InputStream stream =
                Objects.requireNonNull(ResultFilesTest.class.getResourceAsStream("golden.json"), "golden.json")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
