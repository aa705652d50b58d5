package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings by system properties. */
class OverridesTest {
    private static final String[] NAMES = {"runs", "seed", "minutes", "strategy", "parallelism"};

    @AfterEach
    void clear() {
        for (String name : NAMES) {
            System.clearProperty(Overrides.PREFIX + name);
        }
    }

    private static SimulationOptions with(String name, String value) {
        System.setProperty(Overrides.PREFIX + name, value);
        return Overrides.apply(SimulationOptions.defaults());
    }

    @Test
    void shouldWinOverOptions() {
        with("runs", "7");
        with("seed", "-3");
        with("minutes", "2");
        with("strategy", "pct:2");
        SimulationOptions options = with("parallelism", " 16 ");

        assertThat(options.runs()).isEqualTo(7);
        assertThat(options.seed()).isEqualTo(-3);
        assertThat(options.atMost()).isEqualTo(Duration.ofMinutes(2));
        assertThat(options.strategy()).hasToString("pct:2");
        assertThat(options.parallelism()).isEqualTo(16);
    }

    @Test
    void shouldNotCountRunsWhenMinutesAreAskedFor() {
        assertThat(with("minutes", "1").runs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldReadPartsOfMinutesAndHexadecimalSeeds() {
        assertThat(with("minutes", "0.5").atMost()).isEqualTo(Duration.ofSeconds(30));
        assertThat(with("seed", "0x7ab40e090f363a7d").seed()).isEqualTo(0x7ab40e090f363a7dL);
        assertThat(with("seed", "0xffffffffffffffff").seed()).isEqualTo(-1);
    }

    @Test
    void shouldKnowBothNamesOfASetting() {
        Map<String, String> properties = Map.of("ropewalk.simulation.runs", "1");
        Map<String, String> environment =
                Map.of("ROPEWALK_SIMULATION_RUNS", "2", "ROPEWALK_SIMULATION_MINUTES", "never");

        assertThat(Overrides.setting("runs", properties::get, environment::get))
                .isEqualTo(new Overrides.Setting("ropewalk.simulation.runs", "1"));
        assertThat(Overrides.setting("minutes", properties::get, environment::get))
                .isEqualTo(new Overrides.Setting("ROPEWALK_SIMULATION_MINUTES", "never"));
        assertThat(Overrides.setting("seed", properties::get, environment::get)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "runs, many, it is no whole number",
        "runs, 0, 'runs must be above zero, not 0'",
        "runs, '', it is no whole number",
        "seed, 1.5, it is no whole number",
        "seed, 0xzz, it is no whole number",
        "minutes, soon, it is no number",
        "minutes, 0, 'minutes must be above zero, not 0'",
        "minutes, -4, 'minutes must be above zero, not -4'",
        "minutes, NaN, 'minutes must be above zero, not NaN'",
        "minutes, 9223372036854775807, it is too much",
        "strategy, luck, 'no strategy: \"luck\". Expected random'",
        "parallelism, two, it is no whole number",
        "parallelism, 0, 'parallelism must be from 1 to 256, but is 0'",
        "parallelism, 257, 'parallelism must be from 1 to 256, but is 257'",
        "parallelism, 99999999999, 'parallelism must be from 1 to 256, but is'"
    })
    void shouldNameWhatCannotBe(String name, String value, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(name, value))
                .withMessageStartingWith("ropewalk.simulation." + name + " can't be \"" + value + "\": " + why);
    }
}
