package dev.ropewalk.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.observe.Finding.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FindingTest {
    private static final Path GUIDE = Path.of("../docs/guide/observing.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\|");

    @Test
    void shouldBeInTheGuide() throws IOException {
        assertThat(ROW.matcher(Files.readString(GUIDE)).results().map((MatchResult row) -> row.group(1)))
                .containsExactlyElementsOf(
                        Arrays.stream(Kind.values()).map(Kind::name).toList());
    }
}
