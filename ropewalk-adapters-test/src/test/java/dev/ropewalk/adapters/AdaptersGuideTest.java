package dev.ropewalk.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about other libraries shows code that compiles and runs. */
class AdaptersGuideTest {
    private static List<String> found(String pattern, Path file) throws IOException {
        return Pattern.compile(pattern, Pattern.DOTALL)
                .matcher(Files.readString(file))
                .results()
                .map(match -> match.group(1).stripIndent())
                .toList();
    }

    @Test
    void shouldShowWhatIsCompiledAndAllOfIt() throws IOException {
        List<String> compiled = new ArrayList<>();
        try (Stream<Path> sources = Files.list(Path.of("src/test/java/dev/ropewalk/adapters"))) {
            for (Path source : sources.toList()) {
                compiled.addAll(found("// @start region=\"\\w+\" :\n(.*?)\n *// @end", source));
            }
        }

        assertThat(found("```java\n(.*?)\n```", Path.of("../docs/adapters.md")))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(compiled);
    }
}
