package dev.ropewalk.sim.strategy;

import static dev.ropewalk.sim.model.ModelOp.add;
import static dev.ropewalk.sim.model.ModelOp.draw;
import static dev.ropewalk.sim.model.ModelOp.fault;
import static dev.ropewalk.sim.model.ModelOp.pollUntil;
import static dev.ropewalk.sim.model.ModelOp.set;
import static dev.ropewalk.sim.model.ModelOp.skip;
import static dev.ropewalk.sim.model.ModelOp.spinUntil;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.sim.Strategy;
import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.choice.RecordedChoices;
import dev.ropewalk.sim.choice.RecordingChoices;
import dev.ropewalk.sim.model.ModelProgram;
import dev.ropewalk.sim.model.ModelRun;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What all strategies have in common. */
class StrategyTest {
    private static final ModelProgram VARIED = new ModelProgram()
            .party(add(0), draw(3, 5), add(1), spinUntil(2, 1), add(0))
            .party(add(0), fault(4, 3), set(2, 1), add(1))
            .party(add(0), add(1), draw(3, 100), add(0));

    @ParameterizedTest
    @ValueSource(strings = {"random", "round-robin", "pct:3", "pos", "uniform", "delays:2", "portfolio", "pos+fair:3"})
    void shouldRepeatARunBySeedAndByDecisions(String text) {
        Search search = SearchStrategy.of(Strategy.parse(text)).search();
        for (int run = 0; run < 200; run++) {
            Attempt attempt = Objects.requireNonNull(search.next(run, run));
            var recording = new RecordingChoices(attempt.choices());
            ModelRun first = VARIED.run(recording);
            attempt.end(true);

            SearchStrategy strategy =
                    SearchStrategy.of(Strategy.parse(attempt.strategy().toString()));
            Knowledge knowledge = Knowledge.of(attempt.knowledge().numbers());
            assertThat(VARIED.run(strategy.repeat(attempt.seed(), knowledge))).isEqualTo(first);

            var recorded = new RecordedChoices(recording.decisions().schedule());
            assertThat(VARIED.run(recorded)).isEqualTo(first);
            assertThat(recorded.position()).isEqualTo(recording.decisions().size());
            assertThat(recorded.firstMisfit()).isEqualTo(-1);
            assertThat(recorded.unused()).isZero();
        }
    }

    /** A replay string of a version that takes other schedules must have another format. */
    @ParameterizedTest
    @CsvSource({
        "random, 758c3df8",
        "round-robin, 9b2524a",
        "pct:3, c822ef5b",
        "pos, 39fa577b",
        "uniform, 97faf050",
        "delays:2, ea655397",
        "portfolio, c8475020",
        "pos+fair:3, 177403c0",
        "exhaustive, c894ec02",
        "exhaustive:2, 7c1b8ab7",
        "exhaustive-reduced, 1c6cd54f",
        "exhaustive-reduced:2, eae2e50b"
    })
    void shouldTakeTheSameSchedulesInEachVersion(String text, String expected) {
        var crc = new CRC32();
        Search search = SearchStrategy.of(Strategy.parse(text)).search();
        for (int run = 0; run < 100; run++) {
            Attempt attempt = Objects.requireNonNull(search.next(42, run));
            crc.update(VARIED.run(attempt.choices()).order().toString().getBytes(StandardCharsets.UTF_8));
            attempt.end(true);
        }

        assertThat(Long.toHexString(crc.getValue())).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exhaustive", "exhaustive-reduced", "exhaustive:1", "exhaustive-reduced:2+fair:5"})
    void shouldRepeatARunOfAnExhaustiveSearchByItsDecisions(String text) {
        Search search = SearchStrategy.of(Strategy.parse(text)).search();
        for (int run = 0; run < 200; run++) {
            Attempt attempt = Objects.requireNonNull(search.next(1, run));
            assertThat(attempt.isRepeatable()).isFalse();
            var recording = new RecordingChoices(attempt.choices());
            ModelRun first = VARIED.run(recording);
            attempt.end(true);
            if (!first.givenUp()) {
                assertThat(VARIED.run(new RecordedChoices(recording.decisions().schedule())))
                        .isEqualTo(first);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "pct:3", "pos", "uniform", "delays:3", "portfolio"})
    void shouldTakeOtherSchedulesInOtherRuns(String text) {
        Set<String> traces = new HashSet<>();
        Search search = SearchStrategy.of(Strategy.parse(text)).search();
        for (int run = 0; run < 200; run++) {
            Attempt attempt = Objects.requireNonNull(search.next(1, run));
            traces.add(VARIED.run(attempt.choices()).trace());
            attempt.end(true);
        }

        assertThat(traces).hasSizeGreaterThan(10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "random",
                "round-robin",
                "pct:1",
                "pct:3",
                "pct:20",
                "pos",
                "uniform",
                "delays:0",
                "delays:2",
                "portfolio"
            })
    void shouldNotLetPartiesThatPollKeepOthersFromGoingOn(String text) {
        var program = new ModelProgram()
                .party(spinUntil(0, 1), set(1, 1), spinUntil(2, 1), skip(0))
                .party(spinUntil(0, 1), spinUntil(1, 1), set(2, 1))
                .party(spinUntil(2, 1), skip(2))
                .party(skip(3), skip(3), skip(3), set(0, 1), spinUntil(2, 1));

        assertThat(SamplingTest.runs(program, SearchStrategy.of(Strategy.parse(text)), 500))
                .noneMatch(ModelRun::cutOff)
                .noneMatch(ModelRun::failed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pct:1+fair:100", "delays:0+fair:100", "pos+fair:100"})
    void shouldLetAllTakeTurnsInAFairTail(String text) {
        var program = new ModelProgram()
                .party(pollUntil(0, 1), set(1, 1))
                .party(pollUntil(1, 1), set(2, 1))
                .party(skip(2), set(0, 1), pollUntil(2, 1));

        assertThat(SamplingTest.runs(program, SearchStrategy.of(Strategy.parse(text)), 200))
                .noneMatch(ModelRun::cutOff);
    }

    @Test
    void shouldBeStuckInAPollThatDoesNotSaySoWithoutAFairTail() {
        var program = new ModelProgram().party(pollUntil(0, 1)).party(set(0, 1));

        assertThat(SamplingTest.runs(program, Strategies.pct(1), 20)).anyMatch(ModelRun::cutOff);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "random",
                "round-robin",
                "pct:3",
                "pos",
                "uniform",
                "delays:2",
                "exhaustive",
                "exhaustive:2",
                "exhaustive-reduced",
                "exhaustive-reduced:2",
                "portfolio",
                "random+fair:0",
                "exhaustive:2+fair:2000",
                "portfolio+fair:10"
            })
    void shouldBeReadFromItsText(String text) {
        assertThat(Strategy.parse(text)).hasToString(text).isEqualTo(Strategy.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Random",
                "pct",
                "pct:",
                "pct:0",
                "pct:1001",
                "pct:x",
                "pct:3:4",
                "pos:1",
                "delays:-1",
                "exhaustive:",
                "exhaustive:2147483647",
                "exhaustive-reduced:-1",
                "exhaustivereduced",
                "random+",
                "random+fair",
                "random+fair:",
                "random+fair:-1",
                "random+fair:1+fair:2",
                "fair:1",
                "random ",
                "portfolio:2"
            })
    void shouldRefuseATextThatNamesNoStrategy(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Strategy.parse(text));
    }

    @Test
    void shouldTellWhatIsWrong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Strategy.parse("pct:x"))
                .withMessage("\"x\" is no number, in strategy \"pct:x\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Strategy.parse("pct:0"))
                .withMessage("depth of pct must be from 1 to 1000, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Strategy.parse("dfs"))
                .withMessageStartingWith("no strategy: \"dfs\". Expected random, round-robin, pct:DEPTH");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Strategy.pos().withFairTail(1).withFairTail(2))
                .withMessage("pos+fair:1 has a fair tail already");
    }

    @Test
    void shouldNotGiveAStrategyOfSomebodyElse() {
        var strange = new Strategy() {
            @Override
            public Strategy withFairTail(int steps) {
                return this;
            }

            @Override
            public String toString() {
                return "strange";
            }
        };

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SearchStrategy.of(strange))
                .withMessageContaining("strange");
    }

    @Test
    void shouldNotRepeatAPortfolioOrAnExhaustiveSearchBySeed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Strategies.portfolio().repeat(1, Knowledge.NONE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Strategies.exhaustive(1).repeat(1, Knowledge.NONE));
    }

    @Test
    void shouldNameTheStrategyOfAPortfolioWhoseTurnItIs() {
        Set<String> names = new HashSet<>();
        Search search = Strategies.portfolio().search();
        for (int run = 0; run < 100; run++) {
            Attempt attempt = Objects.requireNonNull(search.next(1, run));
            names.add(attempt.strategy().toString());
            ChoiceSource choices = attempt.choices();
            VARIED.run(choices);
            attempt.end(true);
        }

        assertThat(names)
                .containsExactlyInAnyOrder(
                        "round-robin", "random", "pos", "pct:2", "pct:3", "pct:5", "uniform", "delays:2", "delays:4");
    }
}
