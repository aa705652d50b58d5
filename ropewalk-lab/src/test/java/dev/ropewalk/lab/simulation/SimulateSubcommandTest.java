package dev.ropewalk.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SimulateSubcommandTest {
    private static final String SOURCE = """
            package com.example;

            import dev.ropewalk.sim.Simulation;
            import dev.ropewalk.sim.junit.SimulationTest;

            class Counters {
                int value;

                void increment() {
                    Simulation.point(this);
                    int seen = value;
                    Simulation.point(this);
                    value = seen + 1;
                }

                void incrementTwice(Simulation simulation) {
                    simulation.start("one", this::increment);
                    simulation.start("two", this::increment);
                    simulation.run();
                }

                @SimulationTest(runs = 30)
                void goesUp(Simulation simulation) {
                    incrementTwice(simulation);
                    if (value == 0) throw new AssertionError();
                }

                @SimulationTest(runs = 1000)
                void goesUpByTwo(Simulation simulation) {
                    incrementTwice(simulation);
                    if (value != 2) throw new AssertionError("it is " + value);
                }
            }

            class Hidden {
                @SimulationTest
                private void secret(Simulation simulation) {}
            }

            class Empty {}
            """;

    @TempDir
    static Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void compile() throws IOException {
        Path source = Files.writeString(folder.resolve("Counters.java"), SOURCE);
        List<String> options =
                List.of("-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
        int result = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        Stream.concat(options.stream(), Stream.of(source.toString()))
                                .toArray(String[]::new));
        assertThat(result).as("javac has compiled").isZero();
    }

    @Test
    void shouldTellHowEachSimulationHasEnded() {
        assertThat(run("com.example.Counters")).isEqualTo(1);

        assertThat(out.toString())
                .containsPattern("com.example.Counters#goesUp: passed\\R"
                        + "  30 runs in \\d+ ms, \\d+ steps, \\d+ steps/s, \\d+ schedules, \\d+ threads?; all runs were done\\R"
                        + "  strategy +runs +steps +new schedules  found\\R"
                        + "  round-robin[+]fair:100000 ")
                .containsPattern("com.example.Counters#goesUpByTwo: FAILED\\R"
                        + "  \\d+ runs? in \\d+ ms, .*; a run has failed\\R")
                .contains("it is 1", "ropewalk.simulation.replay=rw1.")
                .endsWith("2 simulations, 1 failed" + System.lineSeparator());
    }

    @Test
    void shouldRunOneMethodAsOptionsSay() {
        assertThat(run(
                        "com.example.Counters#goesUp",
                        "--runs",
                        "5",
                        "--seed",
                        "0x2A",
                        "--strategy",
                        "pct:2",
                        "--parallelism",
                        "2"))
                .isZero();

        assertThat(out.toString())
                .contains("#goesUp: passed", "  5 runs in ", ", 2 threads; ", "1 simulation, 0 failed");
        assertThat(System.getProperties().stringPropertyNames())
                .as("nothing is left set")
                .noneMatch(name -> name.startsWith("ropewalk.simulation."));
    }

    @Test
    void shouldRepeatARun() {
        run("com.example.Counters#goesUpByTwo");
        Matcher replay = Pattern.compile("simulation.replay=(rw1[.]\\S+)").matcher(out.toString());
        assertThat(replay.find()).isTrue();

        assertThat(run("com.example.Counters#goesUpByTwo", "--replay", replay.group(1)))
                .isEqualTo(1);
        assertThat(out.toString()).contains("has failed when it was repeated").doesNotContain("campaign");

        refused(
                "--replay is the string of another test than com.example.Counters#goesUp",
                "com.example.Counters#goesUp",
                "--replay",
                replay.group(1));
        refused("no replay string: \"nonsense\"", "com.example.Counters#goesUp", "--replay", "nonsense");
        assertThat(out.toString()).as("nothing has run").isEmpty();
    }

    @Test
    void shouldTellWhatJUnitLeavesOut() {
        assertThat(run("com.example.Hidden")).isEqualTo(1);

        assertThat(out.toString()).contains("com.example.Hidden#secret: not run; it must not be private", "1 not run");
    }

    @Test
    void shouldRefuseWhatIsNotThere() {
        refused("there is no class com.example.Nothing", "com.example.Nothing");
        refused("com.example.Empty has no method with @SimulationTest", "com.example.Empty");
        refused(
                "has no method goesDown with @SimulationTest, but goesUp, goesUpByTwo",
                "com.example.Counters#goesDown");
        refused("which is on the class path", "com.example.Counters", "-cp", "no-such-folder");
    }

    @Test
    void shouldRefuseBadOptions() {
        refused("--runs must be above zero, not 0", "com.example.Counters", "--runs", "0");
        refused("--minutes must be above zero, not -1.0", "com.example.Counters", "--minutes", "-1");
        refused("--seed can't be 'luck'", "com.example.Counters", "--seed", "luck");
        refused("--parallelism must be from 1 to 256, not 0", "com.example.Counters", "--parallelism", "0");
        refused("--parallelism must be from 1 to 256, not 257", "com.example.Counters", "--parallelism", "257");
        refused("Invalid value for option '--parallelism'", "com.example.Counters", "--parallelism", "many");
        refused("--strategy can't be 'luck'", "com.example.Counters", "--strategy", "luck");
        refused("give CLASS#METHOD", "com.example.Counters", "--replay", "rw1.x");
        refused("Missing required parameter: 'CLASS[#METHOD]'");
    }

    private void refused(String message, String... arguments) {
        assertThat(run(arguments)).as("%s", out).isEqualTo(2);
        assertThat(err.toString()).contains(message);
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        boolean elsewhere = List.of(arguments).contains("-cp");
        String[] all = elsewhere
                ? arguments
                : Stream.concat(Stream.of("--class-path", folder.toString()), Stream.of(arguments))
                        .toArray(String[]::new);
        return new CommandLine(new SimulateSubcommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
    }
}
