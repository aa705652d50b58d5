package dev.ropewalk.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.driver.TinyExperiment;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Grid;
import dev.ropewalk.lab.experiment.Size;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            lab run nothing                        | there is no experiment 'nothing'; there are tiny
            lab run tiny --size big                | must be one of smoke, tour, quick, full, but is 'big'
            lab run tiny --seed x                  | '--seed': 'x' is not a long
            lab run tiny --contender nobody        | --contender: tiny has no contender 'nobody'; there are ropewalk, rival,
            lab run tiny --param m=1               | --param: tiny has no parameter 'm'; there are n, mode
            lab run tiny --param n                 | --param must be NAME=VALUE, but is 'n'
            lab run tiny --param n=0               | --param: n must be a whole number from 1 to 1000, but is '0'
            lab run tiny --param mode=fast,lazy    | --param: mode must be one of slow, fast, but is 'lazy'
            lab run                                | Missing required parameter: 'NAME'
            lab run tiny --sizes quick             | Unknown options: '--sizes'
            lab list tin                           | there is no experiment 'tin'; there are tiny
            lab --resume --size full               | --size can't be given with --resume
            lab --resume --seed 7                  | --seed can't be given with --resume
            lab --resume --per-cell 5          | --per-cell can't be given with --resume
            lab --per-cell 5                   | --per-cell is for --size full, but the size is tour
            lab run tiny --size full --per-cell 0 | --per-cell must be from 1 to 3600, but is 0
            lab run tiny --size full --per-cell 3601 | --per-cell must be from 1 to 3600, but is 3601
            lab --resume --out nowhere             | --resume: no run was interrupted in the folder nowhere
            lab report nowhere                     | DIR must be a folder, but 'nowhere' is none
            cpu --root nowhere                     | --root must be a folder, but 'nowhere' is none
            cpu jitter --cpu x                     | '--cpu': 'x' is not an int
            cpu jitter --cpu -1                    | --cpu: CPU number -1 isn't within 0 and
            cpu jitter --cpu 900000                | --cpu: can't pin a thread to the CPUs 900000: 900000 is not online
            cpu jitter --duration 10               | '--duration': must be a number with a unit of ns, us, ms, s or m, such as 10s, but is '10'
            cpu jitter --duration 0.5h             | but is '0.5h'
            cpu jitter --duration -3s              | but is '-3s'
            cpu jitter --duration 61m              | --duration must be from 1ms to 60m, but is 3660000000000ns
            cpu jitter --threshold 99ns            | --threshold must be from 100ns to 1s, but is 99ns
            cpu jitters                            | Unmatched argument at index 1: 'jitters'
            lab jump                               | Unmatched argument at index 1: 'jump'
            """)
    void shouldNameWhatIsWrongAndWhatThereIs(String line, String message) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(message).contains("--help'.");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldRefuseAFileAsFolder() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(run("lab", "run", "tiny", "--out", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("--out must be a folder, but " + file + " is a file");
    }

    @Test
    void shouldSayInOneLineThatItCannotWrite() throws IOException {
        Path below = Files.createFile(folder.resolve("file")).resolve("below");

        assertThat(run("lab", "run", "tiny", "--out", below.toString())).isEqualTo(2);
        assertThat(err.toString().lines())
                .hasSize(2)
                .first()
                .asString()
                .contains("can't write to the folder " + below + " of --out: ");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldTellHowAnExperimentIsRun() {
        assertThat(run("lab", "tiny")).isEqualTo(2);
        assertThat(err.toString())
                .contains("tiny is no command, but an experiment: 'ropewalk lab run tiny' runs it")
                .contains("--help'.")
                .doesNotContain("Unmatched");
    }

    @Test
    void shouldRefuseAFolderWithoutResults() {
        assertThat(run("lab", "report", folder.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("there are no result files, NAME.json, in " + folder);
    }

    @Test
    void shouldListExperimentsWithAllThatCanBeChosen() {
        assertThat(run("lab", "list")).isZero();
        assertThat(out.toString())
                .contains("tiny", "Does the driver drive?", "The rival.", "how many in items", "peak-memory");
    }

    @Test
    void shouldListOnlyWhatIsNamed() {
        assertThat(run(List.of(new WithALiar(), new WithoutALiar()), "lab", "list", "without-a-liar"))
                .isZero();
        assertThat(out.toString())
                .contains("without-a-liar", "cells:", "smoke  n=2 mode=fast", "tour: All behave in this cell.")
                .doesNotContain("with-a-liar\n");
    }

    @Test
    void shouldTakeATourUnlessToldOtherwise() throws IOException {
        int exit = run("lab", "--out", folder.toString());

        assertThat(exit).isZero();
        assertThat(out.toString()).contains("tour: All behave in this cell.").contains("time, less is better");
        assertThat(Files.readString(folder.resolve("tiny.json")))
                .contains("\"size\" : \"tour\"", "\"planned\" : 1", "\"millis\"", "\"Pekko\" : \"1.");
        assertThat(folder.resolve("unfinished-run")).doesNotExist();
    }

    @Test
    void shouldSumUpAllExperiments() {
        run(List.of(new WithALiar(), new WithoutALiar()), "lab", "--size", "quick", "--out", folder.toString());

        assertThat(out.toString())
                .contains("beside the best rival, losses first:")
                .contains("without-a-liar  time  -  nothing to compare with");
    }

    @Test
    void shouldRunAnExperimentAndLeaveItsResultAndAReport() throws IOException {
        int exit = run(
                "lab",
                "run",
                "tiny",
                "--size",
                "smoke",
                "--out",
                folder.toString(),
                "--seed",
                "9",
                "--contender",
                "ropewalk",
                "--contender",
                "rival",
                "--param",
                "n=1,2",
                "--param",
                "n=5");

        assertThat(exit).isZero();
        assertThat(out.toString())
                .contains("time, less is better; ratio to ropewalk; * wins; mode=fast")
                .contains("n   ", "5   ");
        // A slow machine may be out of smoke's time after the first cell.
        assertThat(err.toString()).contains("[tiny 1/3] n=1 mode=fast: time ropewalk", "[tiny 3/3] n=5 mode=fast: ");
        assertThat(Files.readString(folder.resolve("tiny.json")))
                .contains("\"command\" : \"ropewalk lab run tiny --size smoke --seed 9 --contender ropewalk"
                        + " --contender rival --param n=1,2 --param n=5\"");
        assertThat(folder.resolve("report.html")).isNotEmptyFile();
    }

    @Test
    void shouldRunAllExperimentsAndSayByItsExitCodeThatAnAnswerWasWrong() {
        int exit =
                run(List.of(new WithALiar(), new WithoutALiar()), "lab", "--size", "smoke", "--out", folder.toString());

        assertThat(exit).isEqualTo(1);
        assertThat(out.toString()).contains("skipped: liar: wrong answer in iteration 1");
        assertThat(folder.resolve("with-a-liar.json")).isNotEmptyFile();
        assertThat(folder.resolve("without-a-liar.json")).isNotEmptyFile();
    }

    @Test
    void shouldRebuildTheReport() throws IOException {
        run("lab", "run", "tiny", "--size", "smoke", "--out", folder.toString(), "--contender", "ropewalk");
        Path report = folder.resolve("report.html");
        String before = Files.readString(report);
        Files.delete(report);

        assertThat(run("lab", "report", folder.toString())).isZero();
        assertThat(report).hasContent(before);
    }

    @Test
    void shouldExplainItself() {
        assertThat(run("lab", "run", "--help")).isZero();
        assertThat(out.toString())
                .contains("Usage: ropewalk lab run", "--size=SIZE", "smoke, tour, quick, full", "Default: tour.")
                .contains("Default: lab-report.", "--param=K=V");
    }

    @Test
    void shouldCompleteInTheShell() {
        assertThat(run("generate-completion")).isZero();
        assertThat(out.toString())
                .contains("smoke", "--contender", "locality", "function _picocli_ropewalk")
                .contains("_picocli_ropewalk_cpu_jitter", "--threshold");
    }

    private int run(String... args) {
        return run(List.of(new TinyExperiment()), args);
    }

    private int run(List<Experiment> experiments, String... args) {
        CommandLine command = RopewalkCommand.commandLine(experiments);
        return command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
    }

    /** Few contenders in one cell: the first one, which is run however slow the machine is. */
    abstract static class OneCell extends TinyExperiment {
        private final String name;
        private final List<String> contenders;

        OneCell(String name, String... contenders) {
            this.name = name;
            this.contenders = List.of(contenders);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Grid grid(Size size) {
            return Grid.unit().by("n", BAD_CELL).by("mode", "fast");
        }

        @Override
        public List<Contender> contenders() {
            return super.contenders().stream()
                    .filter(contender -> contenders.contains(contender.name()))
                    .toList();
        }
    }

    /** An experiment with a wrong answer. */
    public static final class WithALiar extends OneCell {
        public WithALiar() {
            super("with-a-liar", "ropewalk", "liar");
        }
    }

    /** An experiment with right answers only. */
    public static final class WithoutALiar extends OneCell {
        public WithoutALiar() {
            super("without-a-liar", "ropewalk");
        }
    }
}
