package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.algorithm.LimitBounds;
import dev.ropewalk.testing.Sample;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Shows what the defaults are for: the same simulations with variants that do without. Prints the figures of all. */
class BeatenLimitsTest {
    private static final int HOUR = 36_000;
    private static final int PRINTED = Sample.of(HOUR / 10, HOUR);

    @Test
    void shouldCreepWithoutBound() {
        for (int seed = 0; seed < 5; seed++) {
            var scenario = new LimitScenario(20, seed, BeatenLimits::unboundedGradient).open(1.1);
            assertThat(scenario.run(HOUR).limit()).as("seed %d", seed).isGreaterThan(1.5 * Knee.ofOpenLoad(20, 1.1));
        }
    }

    @Test
    void shouldSettleAboveKneeIfTolerant() {
        var scenario = new LimitScenario(100, 1, BeatenLimits::tolerantGradient).saturated();
        scenario.run(1000);
        assertThat(scenario.run(1000).limit()).isGreaterThan(130);
    }

    @Test
    void shouldTakeDifferencesOfRequestsForQueueIfFastestIsNormal() {
        var scenario = new LimitScenario(100, 1, BeatenLimits::fastestTripVegas).saturated();
        scenario.run(1000);
        assertThat(scenario.run(1000).limit()).isLessThan(50);
    }

    @Test
    void shouldPrintFigures() {
        Map<String, Function<RandomGenerator, LimitAlgorithm>> contenders = new LinkedHashMap<>();
        for (AdaptiveAlgorithm algorithm : AdaptiveAlgorithm.values()) {
            contenders.put(
                    algorithm.name().toLowerCase(Locale.ROOT), random -> algorithm.create(LimitBounds.DEFAULT, random));
        }
        contenders.put("gradient, no bound", BeatenLimits::unboundedGradient);
        contenders.put("gradient, headroom 1.5", BeatenLimits::tolerantGradient);
        contenders.put("vegas, 3 and 6 log", BeatenLimits::logarithmicVegas);
        contenders.put("vegas, fastest trip", BeatenLimits::fastestTripVegas);
        String minutes = PRINTED / 600 + " min";
        var table = new StringBuilder("| limit / knee, latency, rejected | saturated | half of it | mild overload, "
                + minutes + " | overload 2 |\n");
        contenders.forEach((name, contender) -> table.append(row(name, contender)));
        System.out.print(table);
        assertThat(table.toString().lines()).hasSize(contenders.size() + 1);
    }

    private static String row(String name, Function<RandomGenerator, LimitAlgorithm> contender) {
        boolean heedsDropsOnly = name.equals("aimd");
        LimitScenario saturated = scenario(100, contender, heedsDropsOnly).saturated();
        saturated.run(400);
        String whole = cell(saturated.run(1000), 100);
        saturated.service.setServers(50);
        saturated.run(400);
        String half = cell(saturated.run(1000), 50);
        LimitScenario mild = scenario(100, contender, heedsDropsOnly).open(1.1);
        LimitScenario hard = scenario(100, contender, heedsDropsOnly).open(2);
        hard.run(400);
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s |%n",
                name,
                whole,
                half,
                cell(mild.run(PRINTED), Knee.ofOpenLoad(100, 1.1)),
                cell(hard.run(2000), Knee.ofOpenLoad(100, 2)));
    }

    private static LimitScenario scenario(
            int servers, Function<RandomGenerator, LimitAlgorithm> contender, boolean refusing) {
        var scenario = new LimitScenario(servers, 1, contender);
        if (refusing) {
            scenario.service.setQueueCapacity(servers / 10);
        }
        return scenario;
    }

    private static String cell(LimitFigures figures, int knee) {
        return String.format(
                Locale.ROOT,
                "%.2f, %.2f, %.0f %%",
                figures.limit() / knee,
                figures.latency(),
                100 * figures.rejected());
    }
}
