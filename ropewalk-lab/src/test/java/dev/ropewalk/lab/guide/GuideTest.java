package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ropewalk.sim.SimulationFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The code that documents show is code that compiles: each block is a region of {@link GuideExamples} or {@link TestingExamples}. */
class GuideTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path FOLDER = Path.of("src/test/java/dev/ropewalk/lab/guide");
    private static final Path GUIDE = FOLDER.resolve("GuideExamples.java");
    private static final Path TESTING = FOLDER.resolve("TestingExamples.java");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)\n```", Pattern.DOTALL);

    @ParameterizedTest
    @CsvSource({"README.md, GuideExamples", "docs/testing.md, TestingExamples"})
    void shouldShowCodeThatCompiles(String document, String examples) throws IOException {
        List<String> blocks = blocksOf(document);

        assertThat(blocks).isNotEmpty();
        assertThat(Regions.of(FOLDER.resolve(examples + ".java")).values()).containsAll(blocks);
    }

    @Test
    void shouldShowAllThatIsCompiled() throws IOException {
        assertThat(blocksOf("README.md")).containsAll(Regions.of(GUIDE).values());
        assertThat(blocksOf("docs/testing.md")).containsAll(Regions.of(TESTING).values());
    }

    /** The example of a failure is what a run prints, but for what differs from machine to machine. */
    @Test
    void shouldShowWhatAFailurePrints() throws IOException {
        String shown = Pattern.compile("```\n(transfers has failed.*?)\n```", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve("docs/testing.md")))
                .results()
                .map(match -> match.group(1))
                .findFirst()
                .orElseThrow();
        SimulationFailure failure = catchThrowableOfType(SimulationFailure.class, TestingExamples::lostUpdate);

        List<String> printed = plain(failure.getMessage());
        assertThat(plain(shown))
                .hasSizeGreaterThan(10)
                .allSatisfy(line ->
                        assertThat(printed).anySatisfy(real -> assertThat(real).startsWith(line)));
    }

    @Test
    void shouldShowAPointThatFindsSomething() {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(TestingExamples::points)
                .withMessageStartingWith("cache has failed in run ");
    }

    private static List<String> plain(String text) {
        return text.replaceAll("rw1[.][\\w.-]+", "rw1")
                .replaceAll("\\d+ (ms|steps/s)", "$1")
                .replaceAll("(step|switch|run|fault|schedule|thread)(es|s)?\\b", "$1")
                .replaceAll(" in /.*?target/", " in target/")
                .lines()
                .map(String::stripTrailing)
                .toList();
    }

    private static List<String> blocksOf(String document) throws IOException {
        return BLOCK.matcher(Files.readString(ROOT.resolve(document)))
                .results()
                .map(match -> match.group(1).stripIndent())
                .toList();
    }
}
