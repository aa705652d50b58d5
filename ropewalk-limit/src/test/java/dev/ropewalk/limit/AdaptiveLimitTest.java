package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.algorithm.LimitBounds;
import dev.ropewalk.testing.Sample;
import java.time.Duration;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What all adaptive limits do, in front of simulated services with a knee. Times are in mean service times. A seed always gives the
 * same simulation; a build tries a quarter of them.
 */
class AdaptiveLimitTest {
    private static final Percentage A_FIFTH = Percentage.withPercentage(20);
    private static final int SEEDS = Sample.of(6, 24);

    @ParameterizedTest
    @CsvSource({
        "AIMD, 20, 36", "VEGAS, 20, 36", "GRADIENT, 20, 36",
        "AIMD, 100, 24", "VEGAS, 100, 24", "GRADIENT, 100, 24",
        "AIMD, 400, 4", "VEGAS, 400, 4", "GRADIENT, 400, 4"
    })
    void shouldSettleWithinFifthOfKneeIfSaturated(AdaptiveAlgorithm algorithm, int servers, int seeds) {
        for (int seed = 0; seed < Sample.of(seeds / 4, seeds); seed++) {
            LimitScenario scenario = algorithm.scenario(servers, seed).saturated();
            scenario.run(400);
            assertThat(scenario.run(1000).limit()).as("seed %d", seed).isCloseTo(servers, A_FIFTH);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "AIMD, 20, 1.1, 4000", "VEGAS, 20, 1.1, 4000", "GRADIENT, 20, 1.1, 4000",
        "AIMD, 100, 1.1, 1000", "VEGAS, 100, 1.1, 1000", "GRADIENT, 100, 1.1, 1000",
        "AIMD, 100, 2, 1000", "VEGAS, 100, 2, 1000", "GRADIENT, 100, 2, 1000"
    })
    void shouldSettleWithinFifthOfKneeUnderRandomArrivals(
            AdaptiveAlgorithm algorithm, int servers, double load, int roundTrips) {
        for (int seed = 0; seed < SEEDS; seed++) {
            LimitScenario scenario = algorithm.scenario(servers, seed).open(load);
            scenario.run(roundTrips / 2);
            assertThat(scenario.run(roundTrips).limit())
                    .as("seed %d", seed)
                    .isCloseTo(Knee.ofOpenLoad(servers, load), A_FIFTH);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFollowCapacityDownAndUpAgain(AdaptiveAlgorithm algorithm) {
        for (int seed = 0; seed < SEEDS; seed++) {
            LimitScenario scenario = algorithm.scenario(100, seed).saturated();
            scenario.run(400);
            scenario.service.setServers(50);
            scenario.run(400);
            assertThat(scenario.run(400).limit()).as("half, seed %d", seed).isCloseTo(50, A_FIFTH);
            scenario.service.setServers(100);
            scenario.run(400);
            assertThat(scenario.run(400).limit()).as("whole, seed %d", seed).isCloseTo(100, A_FIFTH);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeSlowerServiceForNormal(AdaptiveAlgorithm algorithm) {
        for (int seed = 0; seed < SEEDS; seed++) {
            LimitScenario scenario = algorithm.scenario(100, seed).saturated();
            scenario.run(400);
            scenario.service.setServiceTime(Duration.ofMillis(200), 1);
            scenario.run(400);
            assertThat(scenario.run(1000).limit()).as("seed %d", seed).isCloseTo(100, A_FIFTH);
        }
    }

    @ParameterizedTest
    @CsvSource({"AIMD, 20, 3", "VEGAS, 20, 3", "GRADIENT, 20, 3", "AIMD, 100, 1", "VEGAS, 100, 1", "GRADIENT, 100, 1"})
    void shouldNotCreepInAnHourOfMildOverload(AdaptiveAlgorithm algorithm, int servers, int seeds) {
        for (int seed = 0; seed < Sample.of(1, seeds); seed++) {
            LimitScenario scenario = algorithm.scenario(servers, seed).open(1.1);
            double firstHalf = scenario.run(18_000).limit();
            double secondHalf = scenario.run(18_000).limit();
            assertThat(secondHalf)
                    .as("seed %d", seed)
                    .isCloseTo(firstHalf, Percentage.withPercentage(10))
                    .isCloseTo(Knee.ofOpenLoad(servers, 1.1), A_FIFTH);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindKneeFarAboveInitialLimitSoon(AdaptiveAlgorithm algorithm) {
        for (int seed = 0; seed < SEEDS; seed++) {
            LimitScenario scenario = algorithm.scenario(400, seed).saturated();
            int roundTrips = 0;
            while (scenario.limiter.limit() < 320) {
                scenario.run(1);
                assertThat(++roundTrips).as("seed %d", seed).isLessThanOrEqualTo(60);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepLimitThatIsNotUsed(AdaptiveAlgorithm algorithm) {
        for (int seed = 0; seed < SEEDS; seed++) {
            LimitScenario scenario = algorithm.scenario(100, seed).saturated();
            scenario.run(1000);
            scenario.open(0.1).run(300);
            int quiet = scenario.limiter.limit();
            LimitFigures figures = scenario.run(2000);
            assertThat(figures.lowest()).as("seed %d", seed).isEqualTo(quiet).isGreaterThan(50);
            assertThat(figures.highest()).as("seed %d", seed).isEqualTo(quiet);
            scenario.stop().run(100_000);
            assertThat(scenario.limiter.limit()).as("seed %d", seed).isEqualTo(quiet);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotHalveForOneSlowCall(AdaptiveAlgorithm algorithm) {
        for (int seed = 0; seed < SEEDS; seed++) {
            LimitScenario scenario = algorithm.scenario(100, seed).saturated();
            double before = scenario.run(1000).limit();
            scenario.service.delayNext(Duration.ofSeconds(10));
            assertThat(scenario.run(200).limit()).as("seed %d", seed).isGreaterThan(before * 2 / 3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldStepBackOnceForAllThatWereInFlightTogether(AdaptiveAlgorithm algorithm) {
        LimitAlgorithm limit = algorithm.create(LimitBounds.DEFAULT.withInitial(100), new Random(1));
        int stepped = limit.update(1000, 900, 100, true);
        for (int i = 1; i < 100; i++) {
            assertThat(limit.update(1000 + i, 900, 100, true)).isEqualTo(stepped);
        }
        assertThat(limit.update(2000, 900, stepped, true)).isLessThan(stepped);
    }

    @ParameterizedTest
    @EnumSource
    void shouldStayWithinBoundsWhateverIsMeasured(AdaptiveAlgorithm algorithm) {
        var bounds = new LimitBounds(10, 5, 50);
        for (int seed = 0; seed < 50; seed++) {
            var random = new Random(seed);
            LimitAlgorithm algorithmUnderTest = algorithm.create(bounds, random);
            int limit = algorithmUnderTest.initialLimit();
            double overload = Math.pow(random.nextDouble(), 8);
            long now = random.nextLong();
            for (int i = 0; i < 5000; i++) {
                long roundTrip = random.nextInt(10) == 0 ? random.nextLong() : random.nextLong(1000);
                now += random.nextInt(1000);
                limit = algorithmUnderTest.update(
                        now, roundTrip, 1 + random.nextInt(limit), random.nextDouble() < overload);
                assertThat(limit).as("seed %d", seed).isBetween(5, 50);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldDecideTheSameFromTheSameSeed(AdaptiveAlgorithm algorithm) {
        LimitFigures once = algorithm.scenario(20, 7).open(1.5).run(2000);
        assertThat(algorithm.scenario(20, 7).open(1.5).run(2000)).isEqualTo(once);
        assertThat(algorithm.scenario(20, 8).open(1.5).run(2000)).isNotEqualTo(once);
    }

    @ParameterizedTest
    @EnumSource
    void shouldComeBackFromStormOfDrops(AdaptiveAlgorithm algorithm) {
        LimitScenario scenario = algorithm.scenario(100, 1).saturated();
        scenario.run(400);
        scenario.limiter.setTimeout(Duration.ofMillis(1));
        scenario.run(100);
        assertThat(scenario.limiter.limit()).isLessThan(20);
        scenario.limiter.setTimeout(Duration.ofHours(1));
        scenario.run(2000);
        assertThat(scenario.run(400).limit()).isCloseTo(100, Offset.offset(20.0));
    }
}
