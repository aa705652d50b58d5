package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What is told of a campaign, passed or failed. */
class CampaignReportTest {
    private static final SimulationOptions OPTIONS =
            SimulationOptions.defaults().name("told");

    private static void race(Simulation simulation) {
        var first = new AtomicReference<String>();
        for (String name : new String[] {"one", "two"}) {
            simulation.start(name, () -> first.compareAndSet(null, name));
        }
        simulation.run();
        simulation.sometimes("one is first", "one".equals(first.get()));
        simulation.sometimes("two is first", "two".equals(first.get()));
    }

    private static SimulationFailure failureOf(SimulationOptions options, SimulationBody body) {
        return catchThrowableOfType(SimulationFailure.class, () -> Simulations.check(options, body));
    }

    @Test
    void shouldTellWhichStrategyFoundWhat() {
        CampaignReport report = Simulations.check(OPTIONS.strategy(Strategy.portfolio()), CampaignReportTest::race);

        assertThat(report.end()).isEqualTo(CampaignEnd.RUNS_DONE);
        assertThat(report.strategies())
                .extracting(StrategyCoverage::strategy)
                .containsExactly(
                        "round-robin", "random", "pos", "pct:3", "uniform", "delays:2", "pct:2", "pct:5", "delays:4");
        assertThat(report.strategies().getFirst())
                .isEqualTo(new StrategyCoverage(
                        "round-robin", 1, report.strategies().getFirst().steps(), 1, List.of("one is first"), false));
        assertThat(report.strategies())
                .satisfiesOnlyOnce(each -> assertThat(each.found()).containsExactly("two is first"))
                .noneMatch(StrategyCoverage::failed);
        assertThat(report.strategies().stream()
                        .mapToLong(StrategyCoverage::runs)
                        .sum())
                .isEqualTo(100);
        assertThat(report.strategies().stream()
                        .mapToLong(StrategyCoverage::steps)
                        .sum())
                .isEqualTo(report.steps());
        assertThat(report.strategies().stream()
                        .mapToLong(StrategyCoverage::schedules)
                        .sum())
                .isEqualTo(report.schedules());
    }

    @Test
    void shouldTellTheSameOfACampaignThatHasFailed() {
        SimulationFailure failure = failureOf(OPTIONS.strategy(Strategy.portfolio()), simulation -> {
            race(simulation);
            simulation.unreachable("the end");
        });

        CampaignReport report = failure.report().orElseThrow();
        assertThat(report.end()).isEqualTo(CampaignEnd.FAILED);
        assertThat(report.runs()).isOne();
        assertThat(report.steps()).isPositive();
        assertThat(report.strategies()).singleElement().matches(StrategyCoverage::failed);
        assertThat(report.coverage()).extracting(PropertyCoverage::name).contains("one is first", "the end");
        assertThat(failure)
                .hasMessageContaining("\n  The campaign: 1 run in ")
                .hasMessageEndingWith("a run has failed");
    }

    @Test
    void shouldTellOfACampaignInWhichSomethingNeverHeld() {
        CampaignReport report = failureOf(OPTIONS.runs(5).expect("there"), CampaignReportTest::race)
                .report()
                .orElseThrow();

        assertThat(report.end()).isEqualTo(CampaignEnd.RUNS_DONE);
        assertThat(report.missing()).contains("\"there\", which no run came to");
        assertThat(report.text()).contains("\nmissing: \"there\", which no run came to");
    }

    @Test
    void shouldTellOfACampaignThatIsNotUnderControl() {
        int[] runs = new int[1];
        SimulationFailure failure = failureOf(OPTIONS, simulation -> {
            for (int i = runs[0]++; i > 0; i--) {
                Simulation.point(runs);
            }
        });

        assertThat(failure).hasMessageContaining("isn't under control");
        assertThat(failure.report()).hasValueSatisfying(report -> {
            assertThat(report.end()).isEqualTo(CampaignEnd.FAILED);
            assertThat(report.runs()).isZero();
        });
    }

    @Test
    void shouldHaveNoReportOfARunThatWasRepeated() {
        SimulationBody body = simulation -> simulation.unreachable("here");
        String replay = failureOf(OPTIONS, body).replay();

        var again = catchThrowableOfType(SimulationFailure.class, () -> Simulations.replay(replay, OPTIONS, body));

        assertThat(again.report()).isEmpty();
    }

    @Test
    void shouldSayWhyItHasEnded() {
        SimulationOptions exhaustive = OPTIONS.strategy(Strategy.exhaustive()).runs(1_000);
        SimulationBody body = simulation -> {
            simulation.start("one", () -> Simulation.point(simulation));
            Simulation.point(simulation);
        };
        CampaignReport whole = Simulations.check(exhaustive, body);
        CampaignReport part = Simulations.check(exhaustive.runs(2), body);

        assertThat(whole.end()).isEqualTo(CampaignEnd.EXHAUSTED);
        assertThat(whole.exhausted()).isTrue();
        assertThat(whole.text()).endsWith("; all schedules were tried");
        assertThat(part.end()).isEqualTo(CampaignEnd.RUNS_DONE);
        assertThat(part.exhausted()).isFalse();
    }

    @Test
    void shouldNotSayThatAllSchedulesWereTriedIfANumberHadTooManyOptions() {
        SimulationOptions exhaustive = OPTIONS.strategy(Strategy.exhaustive()).runs(1_000);

        CampaignReport few = Simulations.check(
                exhaustive, simulation -> simulation.scheduler().random().nextInt(8));
        CampaignReport many = Simulations.check(
                exhaustive, simulation -> simulation.scheduler().random().nextInt(9));

        assertThat(few.exhausted()).isTrue();
        assertThat(few.runs()).isEqualTo(8);
        assertThat(many.exhausted()).isFalse();
        assertThat(many.end()).isEqualTo(CampaignEnd.TRUNCATED);
        assertThat(many.text()).contains("; not all schedules were tried: ");
    }

    @Test
    void shouldSayOneStepAndTwoSteps() {
        assertThat(ReportText.count(1, "step")).isEqualTo("1 step");
        assertThat(ReportText.count(2, "step")).isEqualTo("2 steps");
        assertThat(ReportText.count(1, "switch")).isEqualTo("1 switch");
        assertThat(ReportText.count(0, "switch")).isEqualTo("0 switches");
    }

    @Test
    void shouldSayThatARunDoesntFailAnyMore() {
        String replay =
                failureOf(OPTIONS, simulation -> simulation.unreachable("here")).replay();

        var again = catchThrowableOfType(
                SimulationFailure.class,
                () -> Simulations.replay(replay, OPTIONS, simulation -> {
                    Simulation.point(simulation);
                }));

        assertThat(again)
                .hasMessageStartingWith("told doesn't fail any more, but the run couldn't be repeated step by step.");
    }

    @Test
    void shouldBeReadByPeople() {
        var report = new CampaignReport(
                "told",
                3,
                3_000,
                Duration.ofMillis(1_500),
                2,
                List.of(new PropertyCoverage("odd", "sometimes", 3, 6, 1)),
                List.of("\"there\", which no run came to"),
                List.of(
                        new StrategyCoverage("random", 1, 1_000, 1, List.of(), false),
                        new StrategyCoverage("delays:2", 2, 2_000, 1, List.of("odd"), true)),
                2,
                1,
                CampaignEnd.FAILED);

        assertThat(report.text()).isEqualTo("""
                3 runs in 1500 ms, 3000 steps, 2000 steps/s, 2 schedules, 2 threads; a run has failed
                strategy        runs        steps new schedules  found
                random             1         1000             1
                delays:2           2         2000             1  "odd", the failure
                sometimes "odd": held 1 of 6 times in 3 runs
                missing: "there", which no run came to
                disturbed: 1 run took other steps beside other runs than alone; they share something, such as a static field or a lock""");
    }
}
