package dev.ropewalk.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the files for containers say is what the command knows. */
class DeploymentTest {
    private static final Path FOLDER = Path.of("deploy");

    private static List<String> options(String file) throws IOException {
        return Files.readAllLines(FOLDER.resolve(file)).stream()
                .map(String::strip)
                .filter(line -> line.startsWith("- --"))
                .map(line -> line.substring(2))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dns/kubernetes.yaml", "api/nodes.yaml"})
    void shouldStartNodesWithOptionsThatThereAre(String file) throws IOException {
        List<String> options = options(file);
        assertThat(options).hasSizeGreaterThan(5).contains("--founding-nodes=2");
        var parsed = new CommandLine(new NodeSubcommand()).parseArgs(options.toArray(String[]::new));
        assertThat(parsed.unmatched()).isEmpty();
    }

    /** A patch replaces all arguments. */
    @Test
    void shouldDifferInHowNodesAreFoundOnly() throws IOException {
        Set<String> byDns = Set.copyOf(options("dns/kubernetes.yaml"));
        Set<String> byApi = Set.copyOf(options("api/nodes.yaml"));
        assertThat(byDns.stream().filter(option -> !byApi.contains(option)))
                .containsExactly("--discover-dns=shop-nodes");
        assertThat(byApi.stream().filter(option -> !byDns.contains(option)))
                .containsExactly("--discover-pods=app=shop");
    }

    /** Nodes are found before they are ready, and none waits for another to be: neither could found the cluster. */
    @Test
    void shouldLetNodesFindEachOther() throws IOException {
        String all = Files.readString(FOLDER.resolve("dns/kubernetes.yaml"));
        assertThat(all)
                .contains(
                        "publishNotReadyAddresses: true",
                        "podManagementPolicy: Parallel",
                        "clusterIP: None",
                        "replicas: 3");
        assertThat(Files.readAllLines(FOLDER.resolve("api/account.yaml")).stream()
                        .map(String::strip)
                        .collect(Collectors.toSet()))
                .contains("resources: [\"pods\"]", "verbs: [\"list\"]");
    }

    @Test
    void shouldRunTheCommand() throws IOException {
        assertThat(Files.readString(FOLDER.resolve("Dockerfile")))
                .contains("\"" + ClusterCommand.class.getName() + "\", \"node\"")
                .contains(ClusterCommand.class.getName() + " node --plaintext --host 127.0.0.2 --seed 127.0.0.1:2551");
    }
}
