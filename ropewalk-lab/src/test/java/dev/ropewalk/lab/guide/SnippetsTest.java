package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The code that javadoc shows is code that compiles: each snippet is a region of a class among its module's tests. The comment
 * repeats the code, for those who read the source; the javadoc tool compares the two as well, where it sees the comment.
 */
class SnippetsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String TAG = "{@" + "snippet";
    private static final Pattern MARGIN = Pattern.compile("(?m)^ *\\* ?");
    private static final Pattern COMPILED = Pattern.compile(" class=\"([\\w.]+)\" region=\"(\\w+)\" :");
    private static final String TEXT = " lang=\"text\" :";

    /** A snippet, without the margin of its comment. */
    private record Snippet(Path file, String attributes, String code) {}

    @Test
    void shouldShowTheCodeThatIsCompiled() throws IOException {
        List<Snippet> snippets = snippets();
        List<String> different = new ArrayList<>();
        for (Snippet snippet : snippets) {
            if (!snippet.attributes.equals(TEXT) && !snippet.code.equals(compiled(snippet))) {
                different.add(snippet + "\nWhat is compiled is:\n" + compiled(snippet));
            }
        }
        assertThat(snippets).isNotEmpty();
        assertThat(different).isEmpty();
    }

    @Test
    void shouldShowAllThatIsCompiled() throws IOException {
        var regions = new TreeSet<String>();
        for (Path source : sources("test")) {
            if (source.toString().endsWith("Snippets.java")) {
                Regions.of(source).keySet().forEach(region -> regions.add(source.getFileName() + " " + region));
            }
        }
        var shown = new TreeSet<String>();
        for (Snippet snippet : snippets()) {
            var compiled = COMPILED.matcher(snippet.attributes);
            if (compiled.matches()) {
                String type = compiled.group(1);
                shown.add(type.substring(type.lastIndexOf('.') + 1) + ".java " + compiled.group(2));
            }
        }
        assertThat(shown).containsExactlyElementsOf(regions);
    }

    @Test
    void shouldNoticeCodeThatIsNotCompiled() throws IOException {
        List<Snippet> snippets =
                read(Path.of("A.java"), " * " + TAG + " :\n *   if (a) {\n *     b();\n *   }\n * }\n");

        assertThat(snippets).singleElement().satisfies(snippet -> {
            assertThat(snippet.code).isEqualTo("if (a) {\n  b();\n}");
            assertThat(compiled(snippet)).startsWith("nothing");
        });
    }

    private static String compiled(Snippet snippet) throws IOException {
        var compiled = COMPILED.matcher(snippet.attributes);
        if (!compiled.matches()) {
            return "nothing, for it isn't" + COMPILED;
        }
        Path module = ROOT.resolve(ROOT.relativize(snippet.file).getName(0));
        Path source = module.resolve("src/test/java/" + compiled.group(1).replace('.', '/') + ".java");
        return Regions.of(source).getOrDefault(compiled.group(2), "nothing, for " + source + " has no such region");
    }

    private static List<Snippet> snippets() throws IOException {
        List<Snippet> snippets = new ArrayList<>();
        for (Path source : sources("main")) {
            snippets.addAll(read(source, Files.readString(source)));
        }
        return snippets;
    }

    private static List<Snippet> read(Path file, String source) {
        List<Snippet> snippets = new ArrayList<>();
        String text = MARGIN.matcher(source).replaceAll("");
        for (int at = text.indexOf(TAG); at >= 0; at = text.indexOf(TAG, at + 1)) {
            String whole = text.substring(at + TAG.length(), endOfTag(text, at));
            String attributes = whole.lines().findFirst().orElse("");
            String code = whole.substring(attributes.length())
                    .stripTrailing()
                    .stripIndent()
                    .strip();
            snippets.add(new Snippet(file, attributes, code));
        }
        return snippets;
    }

    /** Returns where the brace is that ends a tag: braces in a snippet come in pairs. */
    private static int endOfTag(String text, int start) {
        int depth = 0;
        for (int at = start; at < text.length(); at++) {
            char character = text.charAt(at);
            depth += character == '{' ? 1 : character == '}' ? -1 : 0;
            if (depth == 0) {
                return at;
            }
        }
        throw new IllegalArgumentException("a snippet without an end");
    }

    /** Returns the files of a source set, of all modules. */
    private static List<Path> sources(String set) throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) {
                Path folder = module.resolve("src/" + set + "/java");
                if (Files.isDirectory(folder)) {
                    try (Stream<Path> files = Files.walk(folder)) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                    }
                }
            }
        }
        return sources;
    }
}
