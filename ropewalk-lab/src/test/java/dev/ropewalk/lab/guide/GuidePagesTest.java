package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The pages of the guide show code that compiles and runs: the Java blocks of {@code docs/guide/which-model.md} are the regions of the
 * test class {@code WhichModelExamplesTest}, and so with each page. The sources of one page don't show anywhere else.
 */
class GuidePagesTest {
    private static final Path PAGES = Path.of("../docs/guide").toAbsolutePath().normalize();
    private static final Path SOURCES = Path.of("src/test/java/dev/ropewalk/lab/guide");
    private static final Pattern BLOCK =
            Pattern.compile("^ *```java\n(.*?)\n *```$", Pattern.DOTALL | Pattern.MULTILINE);

    @Test
    void shouldShowWhatIsCompiledAndAllOfIt() throws IOException {
        Map<String, Collection<String>> shown = new TreeMap<>();
        Map<String, Collection<String>> compiled = new TreeMap<>();
        for (Path page : pages()) {
            String name = page.getFileName().toString();
            List<String> blocks = blocksOf(page);
            Path source = SOURCES.resolve(examplesOf(name));
            shown.put(name, blocks);
            compiled.put(
                    name,
                    Files.exists(source) ? new ArrayList<>(Regions.of(source).values()) : List.of());
        }

        assertThat(shown).isNotEmpty();
        assertThat(shown)
                .allSatisfy((page, blocks) ->
                        assertThat(blocks).as(page).containsExactlyInAnyOrderElementsOf(compiled.get(page)));
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(PAGES)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> blocksOf(Path page) throws IOException {
        return BLOCK.matcher(Files.readString(page))
                .results()
                .map(match -> match.group(1).stripIndent())
                .toList();
    }

    /** Returns {@code WhichModelExamplesTest.java} for {@code which-model.md}. */
    private static String examplesOf(String page) {
        return Arrays.stream(page.substring(0, page.indexOf('.')).split("-"))
                .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                .collect(Collectors.joining("", "", "ExamplesTest.java"));
    }
}
