package dev.ropewalk.lab.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Occasion;
import dev.ropewalk.lab.result.Probe;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExperimentRunTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(4);
    private static final ExperimentRun.Prober IDLE = () -> new Probe(1, 1, 0);

    private final List<ExperimentResult> saved = new ArrayList<>();

    @Test
    void shouldMeasureThoseWhoBehaveInEveryCell() throws InterruptedException {
        ExperimentResult result = run(new TinyExperiment(), 3, "ropewalk", "rival");

        assertThat(result.skipped()).isEmpty();
        for (String contender : List.of("ropewalk", "rival")) {
            for (String metric : List.of("time", "cpu", "count")) {
                assertThat(result.results())
                        .filteredOn(entry -> entry.contender().equals(contender)
                                && entry.metric().equals(metric))
                        .as("%s of %s in three cells", metric, contender)
                        .hasSize(3);
            }
        }
        for (String metric : List.of("time", "count")) {
            assertThat(samples(result, metric))
                    .as("all contenders of a pass have the same number of samples of %s", metric)
                    .hasSize(1);
        }
    }

    @Test
    void shouldKeepOneWarmJvmThroughTheCell() throws InterruptedException {
        ExperimentResult result = run(new TinyExperiment(), 3, "ropewalk");

        Result count = result.results().stream()
                .filter(entry -> entry.metric().equals("count"))
                .findFirst()
                .orElseThrow();
        assertThat(count.samples())
                .as("after one iteration of warm-up and three of the first pass")
                .containsExactly(5.0, 6.0, 7.0);
    }

    @Test
    void shouldReportThoseWhoFailAndGoOnWithTheOthers() throws InterruptedException {
        ExperimentResult result =
                run(new TinyExperiment(), 2, "ropewalk", "rival", "liar", "thrower", "mortal", "sleeper", "picky");

        Params bad = Params.none().with("n", TinyExperiment.BAD_CELL).with("mode", "fast");
        assertThat(result.skipped())
                .allSatisfy(entry -> assertThat(entry.params()).isEqualTo(bad))
                .extracting(Skipped::contender)
                .containsExactlyInAnyOrder("liar", "thrower", "mortal", "sleeper", "picky");
        assertThat(reason(result, "liar"))
                .isEqualTo("wrong answer in iteration 1: expected 'n=2 mode=fast seed=5 iteration=0',"
                        + " got 'no n=2 mode=fast seed=5 iteration=0'");
        assertThat(reason(result, "thrower"))
                .isEqualTo("failed: threw java.lang.IllegalStateException: thrown on purpose");
        assertThat(reason(result, "mortal")).isEqualTo("failed: died with exit code 7: last words");
        assertThat(reason(result, "sleeper")).isEqualTo("failed: hung: no answer within 4 s");
        assertThat(reason(result, "picky")).isEqualTo("not in this cell");
        assertThat(result.results())
                .filteredOn(
                        entry -> entry.metric().equals("time") && entry.params().equals(bad))
                .extracting(Result::contender)
                .containsExactly("ropewalk", "rival");
        assertThat(result.results())
                .filteredOn(
                        entry -> entry.metric().equals("time") && entry.params().number("n") == 3)
                .as("in the next cell all take part again")
                .hasSize(7);
    }

    @Test
    void shouldGiveUpAContenderAfterItsStrikes() throws InterruptedException {
        var experiment = new TinyExperiment();
        Plan plan = new Plan(
                experiment,
                Size.SMOKE,
                contenders(experiment, "mortal"),
                List.of(
                        Params.none().with("n", TinyExperiment.BAD_CELL).with("mode", "fast"),
                        Params.none().with("n", 3).with("mode", "fast")),
                5,
                Duration.ofMinutes(1),
                "ropewalk lab");

        ExperimentResult result = run(plan, budget(1, 1));

        assertThat(result.results()).isEmpty();
        assertThat(result.skipped().getLast().reason())
                .isEqualTo("failed: given up after 1 failure: died with exit code 7: last words");
    }

    @Test
    void shouldStartAJvmForEachIterationWhereThatIsAsked() throws InterruptedException {
        ExperimentResult result = run(new TinyExperiment.Fresh(), 1, "ropewalk");

        assertThat(result.skipped()).isEmpty();
        assertThat(result.results())
                .filteredOn(entry -> entry.metric().equals("count"))
                .flatExtracting(Result::samples)
                .as("each JVM has run once")
                .hasSizeGreaterThanOrEqualTo(3)
                .containsOnly(1.0);
    }

    @Test
    void shouldStartAJvmForEachCellWhereThatIsAsked() throws InterruptedException {
        assertThat(cellsOfEachJvm(Size.QUICK)).containsExactly(1.0, 1.0, 1.0);
    }

    @Test
    void shouldStartNoFurtherJvmForACellAtSizeSmoke() throws InterruptedException {
        assertThat(cellsOfEachJvm(Size.SMOKE)).containsExactly(1.0, 2.0, 3.0);
    }

    private List<Double> cellsOfEachJvm(Size size) throws InterruptedException {
        ExperimentResult result = run(plan(new TinyExperiment.Tidy(), size, "ropewalk"), budget(1, 3));

        assertThat(result.skipped()).isEmpty();
        return result.results().stream()
                .filter(entry -> entry.metric().equals("cells"))
                .map(Result::median)
                .toList();
    }

    @Test
    void shouldHoldLargeStatesInTurnAndSkipWhatDoesNotFit() throws InterruptedException {
        ExperimentResult result = run(new TinyExperiment.Large(), 2, "ropewalk", "rival");

        assertThat(result.skipped())
                .hasSize(2)
                .allSatisfy(entry -> assertThat(entry.reason()).startsWith("does not fit the heap: "));
        assertThat(result.results())
                .filteredOn(entry -> entry.metric().equals("count"))
                .flatExtracting(Result::samples)
                .as("each state has been new, and warmed up once")
                .containsOnly(2.0);
    }

    @Test
    void shouldSkipTheCellsForWhichNoTimeIsLeft() throws InterruptedException {
        Budget none = new Budget(Duration.ZERO, 1, 1, Duration.ZERO, TIMEOUT, 1);
        ExperimentResult result = run(plan(new TinyExperiment(), Size.SMOKE, "ropewalk"), none);

        assertThat(result.skipped())
                .hasSize(3)
                .allSatisfy(entry ->
                        assertThat(entry.reason()).isEqualTo("out of time: the 0 s of size smoke are used up"));
    }

    @Test
    void shouldRunEachCellOfFullAtLeastOnceHoweverLittleTimeThereIs() throws InterruptedException {
        Budget none = new Budget(Duration.ZERO, 3, 5, Duration.ZERO, TIMEOUT, 1);
        ExperimentResult result = run(plan(new TinyExperiment(), Size.FULL, "ropewalk"), none);

        assertThat(result.skipped()).isEmpty();
        assertThat(result.cells())
                .hasSameSizeAs(new TinyExperiment().grid(Size.FULL).cells());
        assertThat(samples(result, "time")).containsExactly(1);
    }

    @Test
    void shouldGiveWhatIsLeftOfAnInterruptedRunNoMoreTimeThanItsCellsHave() throws InterruptedException {
        run(new TinyExperiment(), 1, "ropewalk");
        Plan plan = plan(new TinyExperiment(), Size.FULL, "ropewalk");
        var whole = new ExperimentRun(plan, Occasion.unknown(), Optional.empty(), Optional.empty());
        var rest = new ExperimentRun(plan, Occasion.unknown(), Optional.of(saved.getFirst()), Optional.empty());

        assertThat(whole.limit().minus(rest.limit()))
                .isEqualTo(plan.cellTime().multipliedBy(whole.cells() - rest.cells()))
                .isPositive();
    }

    @Test
    void shouldNotTakeLongerThanTheTourHasTime() throws InterruptedException {
        ExperimentRun run = new ExperimentRun(
                plan(new TinyExperiment(), Size.TOUR, "ropewalk"),
                Occasion.unknown(),
                Optional.empty(),
                Optional.of(Duration.ZERO));

        assertThat(run.limit()).isZero();
        assertThat(run.run(new SilentProgress(), saved::add).skipped())
                .singleElement()
                .satisfies(entry -> assertThat(entry.reason()).startsWith("out of time: what the tour has"));
    }

    @Test
    void shouldOnlyRunTheCellsThatAreNotKnown() throws InterruptedException {
        ExperimentResult whole = run(new TinyExperiment(), 1, "ropewalk");
        ExperimentResult firstCell = saved.getFirst();
        saved.clear();
        Plan plan = plan(new TinyExperiment(), Size.SMOKE, "ropewalk");
        var run = new ExperimentRun(plan, Occasion.unknown(), Optional.of(firstCell), budget(1, 3), IDLE);

        assertThat(run.cells()).isEqualTo(2);
        ExperimentResult resumed = run.run(new SilentProgress(), saved::add);
        assertThat(resumed.cells()).isEqualTo(whole.cells());
        assertThat(resumed.results()).startsWith(firstCell.results().toArray(Result[]::new));
        assertThat(resumed.probes()).startsWith(firstCell.probes().toArray(Probe[]::new));
        assertThat(saved).hasSize(2);
    }

    @Test
    void shouldTellAllThatIsKnownAfterEachCell() throws InterruptedException {
        ExperimentResult result = run(new TinyExperiment(), 1, "ropewalk");

        assertThat(result.probes())
                .as("how even the machine is, before the first of three cells and after each")
                .hasSize(4);
        assertThat(saved).hasSize(3);
        assertThat(saved.getLast()).isEqualTo(result);
        assertThat(saved.getFirst().results())
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(entry.params().number("n")).isEqualTo(1));
    }

    private ExperimentResult run(Experiment experiment, int rounds, String... names) throws InterruptedException {
        return run(plan(experiment, Size.SMOKE, names), budget(rounds, 3));
    }

    private ExperimentResult run(Plan plan, Budget budget) throws InterruptedException {
        return new ExperimentRun(plan, Occasion.unknown(), Optional.empty(), budget, IDLE)
                .run(new SilentProgress(), saved::add);
    }

    private static Budget budget(int rounds, int strikes) {
        return new Budget(Duration.ofMinutes(2), rounds, rounds, Duration.ofMillis(1), TIMEOUT, strikes);
    }

    private static Plan plan(Experiment experiment, Size size, String... names) {
        return new Plan(
                experiment,
                size,
                contenders(experiment, names),
                experiment.grid(size).cells(),
                5,
                Duration.ofMinutes(1),
                "ropewalk lab");
    }

    private static List<Contender> contenders(Experiment experiment, String... names) {
        return experiment.contenders().stream()
                .filter(contender -> Set.of(names).contains(contender.name()))
                .toList();
    }

    private static List<Integer> samples(ExperimentResult result, String metric) {
        return result.results().stream()
                .filter(entry -> entry.metric().equals(metric))
                .map(entry -> entry.samples().size())
                .distinct()
                .toList();
    }

    private static String reason(ExperimentResult result, String contender) {
        return result.skipped().stream()
                .filter(entry -> entry.contender().equals(contender))
                .map(Skipped::reason)
                .findFirst()
                .orElse("(not skipped)");
    }

    private static final class SilentProgress implements Progress {
        @Override
        public void at(double cells, String what) {}

        @Override
        public void cellDone(int index, Params params, List<Result> results, List<Skipped> skipped) {}

        @Override
        public void close() {}
    }
}
