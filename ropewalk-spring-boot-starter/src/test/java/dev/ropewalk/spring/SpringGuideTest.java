package dev.ropewalk.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page for Spring shows code that compiles and runs, and all properties. */
class SpringGuideTest {
    private static final Path PAGE = Path.of("../docs/spring.md");
    private static final Path APPLICATION = Path.of("src/test/java/dev/ropewalk/spring/shop/ShopApplication.java");

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern, Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map(match -> match.group(1).stripIndent())
                .toList();
    }

    @Test
    void shouldShowWhatIsCompiledAndAllOfIt() throws IOException {
        List<String> compiled = found("// @start region=\"\\w+\" :\n(.*?)\n *// @end", Files.readString(APPLICATION));

        assertThat(found("```java\n(.*?)\n```", Files.readString(PAGE)))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(compiled);
    }

    @Test
    void shouldShowAllProperties() throws IOException {
        Set<String> shown = new TreeSet<>(found("^\\| `(ropewalk\\.[\\w.-]+?)(?:\\.NAME\\.[\\w-]+)?` \\|", page()));

        assertThat(shown)
                .isEqualTo(new TreeSet<>(found(
                        "\"name\": \"(ropewalk\\.[^\"]+)\",\n +\"type\": \"(?!dev.ropewalk.spring)", metadata())));
        assertThat(found("^\\| `ropewalk\\.limiters\\.NAME\\.([\\w-]+)` \\|", page()))
                .containsExactlyInAnyOrderElementsOf(ofLimiters());
    }

    private static String page() throws IOException {
        return Files.readString(PAGE);
    }

    private static List<String> ofLimiters() {
        return Stream.of(RopewalkProperties.LimiterSettings.class.getRecordComponents())
                .map(component -> Arrays.stream(component.getName().split("(?=[A-Z])"))
                        .map(word -> word.toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining("-")))
                .toList();
    }

    private static String metadata() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                SpringGuideTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldDescribeAllProperties() throws IOException {
        assertThat(found(
                        "\"name\": \"(ropewalk\\.[^\"]+)\",\n +\"type\": \"(?!dev.ropewalk.spring)[^\"]+\",\n +\"sourceType\"",
                        metadata()))
                .isEmpty();
    }
}
