package dev.ropewalk.demo.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.demo.ClusterCommand;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.ChildJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration, with a JVM for each node. */
class DemoTest {
    private static final Pattern PROCESS = Pattern.compile("process (\\d+)");
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final DemoSettings SETTINGS =
            new DemoSettings(3, 100, 96, Duration.ofSeconds(5), false, Optional.empty());

    private final StringWriter out = new StringWriter();

    private static List<Long> processes(String text) {
        return PROCESS.matcher(text)
                .results()
                .map((MatchResult found) -> Long.parseLong(found.group(1)))
                .distinct()
                .toList();
    }

    /** Returns whether a process runs; one that nobody has waited for since its end doesn't. */
    private static boolean runs(long pid) {
        try {
            return !Files.readString(Path.of("/proc", Long.toString(pid), "stat"))
                    .contains(") Z ");
        } catch (NoSuchFileException ended) {
            return false;
        } catch (IOException ended) {
            return false;
        }
    }

    @Test
    void shouldGoOnWhenNodesAreKilledAndStartedAgain() throws Exception {
        try (var demo = Demo.start(SETTINGS, ClusterCommand.class.getName(), new PrintWriter(out))) {
            assertThat(demo.obey("settle; status; kill 2; settle; status")).isFalse();
            assertThat(out.toString())
                    .contains("node 2 was killed", "settled: 2 nodes see each other", "sees 1/up 3/up");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> demo.obey("pause 2"))
                    .withMessage("node 2 doesn't run: 'start 2' starts it");
            demo.obey("start 2; settle; leave 3; settle");
            assertThat(out.toString())
                    .contains("node 3 has ended with status 0")
                    .doesNotContain("not settled");
            assertThat(demo.obey("quit")).isTrue();
            assertThat(demo.tellLedger()).isTrue();
        }
        assertThat(out.toString()).contains("node 2 was killed: what it had counted lately is missing");
        assertThat(processes(out.toString())).hasSize(4).noneMatch(DemoTest::runs);
    }

    @Test
    void shouldCountEachMessageWhenNodesPauseAndAreCutForAMoment() throws Exception {
        try (var demo = Demo.start(SETTINGS, ClusterCommand.class.getName(), new PrintWriter(out))) {
            demo.obey("settle; partition 1 | 2; pause 3");
            assertThat(demo.obey("resume 3; heal; settle")).isFalse();
            assertThat(demo.tellLedger()).as(out.toString()).isTrue();
        }
        assertThat(processes(out.toString())).noneMatch(DemoTest::runs);
    }

    /** The first seed starts again while it is cut off from the others: it founds no second cluster. */
    @Test
    void shouldBeOneClusterWhenTheFirstSeedStartsAgainWhileItIsCutOff() throws Exception {
        try (var demo = Demo.start(SETTINGS, ClusterCommand.class.getName(), new PrintWriter(out))) {
            demo.obey("settle; partition 1");
            Await.until(
                    () -> "node 1 has ended, but " + out,
                    () -> out.toString().contains("node 1 has ended with status 3"),
                    LONG);
            demo.obey("start 1");
            assertThat(out.toString()).contains("node 1 hasn't joined within PT10S, and goes on trying");
            demo.obey("heal; settle");
            assertThat(out.toString())
                    .contains("settled: 3 nodes see each other")
                    .doesNotContain("not settled");
            demo.obey("status");
            assertThat(out.toString()).contains("sees 1/up 2/up 3/up");
        }
        assertThat(processes(out.toString())).noneMatch(DemoTest::runs);
    }

    @Test
    void shouldLeaveNoProcessBehindWhenItIsKilled(@TempDir Path folder) throws Exception {
        Process demo = ChildJvm.start(
                List.of(),
                folder,
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClusterCommand.class.getName(),
                        "demo",
                        "--nodes=2",
                        "--commands=pause 2; wait 1h"));
        Path printed = folder.resolve("out");
        try {
            Await.until(
                    () -> "the second stands still, but " + read(printed) + read(folder.resolve("err")),
                    () -> read(printed).contains("node 2 stands still"),
                    LONG);
        } finally {
            demo.destroyForcibly();
        }
        List<Long> nodes = processes(read(printed));
        assertThat(nodes).hasSize(2);
        Await.until(() -> "no process is left of " + nodes, () -> nodes.stream().noneMatch(DemoTest::runs), LONG);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}
