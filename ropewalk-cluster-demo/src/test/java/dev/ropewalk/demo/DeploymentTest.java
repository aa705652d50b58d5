package dev.ropewalk.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the files for containers say is what the command knows. */
class DeploymentTest {
    private static final Path FOLDER = Path.of("deploy");

    @Test
    void shouldStartNodesWithOptionsThatThereAre() throws IOException {
        List<String> options = Files.readAllLines(FOLDER.resolve("kubernetes.yaml")).stream()
                .map(String::strip)
                .filter(line -> line.startsWith("- --"))
                .map(line -> line.substring(2))
                .toList();
        assertThat(options).hasSizeGreaterThan(5);
        var parsed = new CommandLine(new NodeSubcommand()).parseArgs(options.toArray(String[]::new));
        assertThat(parsed.unmatched()).isEmpty();
    }

    @Test
    void shouldRunTheCommand() throws IOException {
        assertThat(Files.readString(FOLDER.resolve("Dockerfile")))
                .contains("\"" + ClusterCommand.class.getName() + "\", \"node\"");
    }
}
