package dev.ropewalk.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each package that a module exports to all is among those that a release compares with the one before. */
class ComparedPackagesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern EXPORTS = Pattern.compile("exports ([\\w.]+);");
    private static final Pattern COMPARED = Pattern.compile("<api\\.package(?:\\.also|\\.too|\\.besides)?>([\\w.]+)<");

    private static Set<String> all(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isReleased(Path module) {
        try {
            return Files.exists(module.resolve("src/main/java/module-info.java"))
                    && !all(COMPARED, module.resolve("pom.xml")).isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldCompareWhatIsExported() throws IOException {
        List<Path> modules;
        try (Stream<Path> folders = Files.list(ROOT)) {
            modules = folders.filter(ComparedPackagesTest::isReleased).toList();
        }
        assertThat(modules).hasSizeGreaterThan(10);
        for (Path module : modules) {
            assertThat(all(COMPARED, module.resolve("pom.xml")))
                    .as(module.toString())
                    .isEqualTo(all(EXPORTS, module.resolve("src/main/java/module-info.java")));
        }
    }
}
