package dev.ropewalk.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return ClusterCommand.run(new PrintWriter(out), new PrintWriter(err), args);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ':',
            quoteCharacter = '"',
            value = {
                "--nodes=0 : --nodes must be 1 to 200, not 0",
                "--nodes=201 : --nodes must be 1 to 200, not 201",
                "--nodes=many : 'many' is not an int",
                "--rate=0 : --rate must be 1 to 100000, not 0",
                "--heap=8 : --heap must be 48 to 16384, not 8",
                "--for=soon : a time is written as 500ms, 30s, 2m or 1h, not 'soon'",
                "--stable-after=1ms : --stable-after must be at least 500ms, not 1ms",
                "--commands=kill 9 : --commands",
                "--fast : Unknown option",
            })
    void shouldRefuseWrongOptions(String option, String message) {
        assertThat(run("demo", option)).isEqualTo(2);
        assertThat(err.toString()).contains(message).contains("Try 'ropewalk cluster demo --help'");
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "--port=70000; port must be from 0 to 65535, but is 70000",
                "--bind-port=0; bindPort must be from 1 to 65535, but is 0",
                "--seed=nowhere; an address is a host, a colon and a port, not 'nowhere'",
                "--certificate=tls.crt; Missing required argument",
                "--discover-dns=shop-nodes; Missing required argument",
                "--founding-nodes=2; Missing required argument",
            })
    void shouldRefuseWrongOptionsOfANode(String option, String message) {
        assertThat(run("node", option)).isEqualTo(2);
        assertThat(err.toString()).contains(message);
    }

    @Test
    void shouldRefuseTwoWaysToFindNodes() {
        assertThat(run("node", "--founding-nodes=2", "--discover-dns=a", "--discover-pods=a=b"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("expected only one match");
        assertThat(run("node", "--founding-nodes=2", "--discover-dns=a", "--seed=b:1"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("nodes are found by --seed or by a discovery, not both");
        assertThat(run("node", "--founding-nodes=2", "--discover-dns=a b")).isEqualTo(2);
        assertThat(err.toString()).contains("but this is 'a b'");
    }

    @Test
    void shouldExplainItself() {
        assertThat(run("demo", "--help")).isZero();
        assertThat(out.toString()).contains("Usage: ropewalk cluster demo", "--commands", "--for");
    }
}
