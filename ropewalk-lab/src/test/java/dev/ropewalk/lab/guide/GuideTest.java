package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The code that documents show is code that compiles: each block is a region of {@link GuideExamples}. */
class GuideTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path EXAMPLES = Path.of("src/test/java/dev/ropewalk/lab/guide/GuideExamples.java");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)\n```", Pattern.DOTALL);

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/guide.md"})
    void shouldShowCodeThatCompiles(String document) throws IOException {
        List<String> blocks = blocksOf(document);

        assertThat(blocks).isNotEmpty();
        assertThat(Regions.of(EXAMPLES).values()).containsAll(blocks);
    }

    @Test
    void shouldShowAllThatIsCompiled() throws IOException {
        assertThat(blocksOf("docs/guide.md")).containsAll(Regions.of(EXAMPLES).values());
    }

    private static List<String> blocksOf(String document) throws IOException {
        return BLOCK.matcher(Files.readString(ROOT.resolve(document)))
                .results()
                .map(match -> match.group(1).stripIndent())
                .toList();
    }
}
