package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about logging names the loggers that the library has. */
class LoggingTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(dev\\.ropewalk\\.[a-z.]+)` \\|");
    private static final Pattern LOG = Pattern.compile("new SafeLog\\(\\s*(\"?)([\\w.]+)");
    private static final Pattern LOGGER = Pattern.compile("\\bgetLogger\\(|import java\\.util\\.logging");

    private static final Pattern OWN = Pattern.compile("System\\.getLogger\\(\"([^\"]*)\"");

    /** What makes a logger: the shared log, and what gives an actor the logger of its class. */
    private static final Set<String> MAKERS = Set.of("SafeLog.java", "Loggers.java");

    @Test
    void shouldNameAllLoggers() throws IOException {
        Set<String> named = ROW.matcher(Files.readString(ROOT.resolve("docs/logging.md")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> made = new TreeSet<>();
        for (Path source : sources()) {
            String code = Files.readString(source);
            LOG.matcher(code)
                    .results()
                    .map(match -> match.group(1).isEmpty() ? constant(code, match.group(2)) : match.group(2))
                    .forEach(made::add);
            if (isAnObserver(source)) {
                OWN.matcher(code).results().map(match -> match.group(1)).forEach(made::add);
            }
        }
        assertThat(made).isNotEmpty().isEqualTo(named);
    }

    @Test
    void shouldLogByTheSharedLogOnly() throws IOException {
        for (Path source : sources()) {
            if (!isAnObserver(source) && !MAKERS.contains(source.getFileName().toString())) {
                assertThat(Files.readString(source)).as("%s", source).doesNotContainPattern(LOGGER);
            }
        }
    }

    /** Returns whether a source is of a module that looks at programs, and stands on no module that isn't exported to it. */
    private static boolean isAnObserver(Path source) {
        return source.toString().matches(".*ropewalk-(console|micrometer|spring-boot-starter)/.*");
    }

    private static String constant(String code, String name) {
        return Pattern.compile("String " + name + " = \"([^\"]*)\"")
                .matcher(code)
                .results()
                .map(match -> match.group(1))
                .findFirst()
                .orElse(name);
    }

    /** The sources of the modules that programs use. */
    private static Set<Path> sources() throws IOException {
        Set<Path> all = new TreeSet<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.filter(LoggingTest::isOfTheLibrary).toList()) {
                try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
                }
            }
        }
        return all;
    }

    private static boolean isOfTheLibrary(Path module) {
        String name = module.getFileName().toString();
        return name.startsWith("ropewalk-")
                && !name.matches("ropewalk-(lab.*|bench|stress|testing)")
                && Files.isDirectory(module.resolve("src/main/java"));
    }
}
