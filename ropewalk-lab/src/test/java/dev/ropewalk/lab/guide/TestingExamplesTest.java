package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.sim.CampaignReport;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationFailure;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/testing.md. */
class TestingExamplesTest {
    private static void check(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }

    // @start region="lost" :
    static void loseADeposit(Simulation simulation) {
        long[] balance = {0};
        for (int i = 0; i < 2; i++) {
            simulation.start("teller", () -> {
                Simulation.point(balance); // another thread may go first here
                long before = balance[0];
                Simulation.point(balance);
                balance[0] = before + 10;
            });
        }
        simulation.run();
        check(balance[0] == 20);
    }
    // @end

    @Test
    void shouldFindTheLostDeposit() {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(SimulationOptions.defaults(), TestingExamplesTest::loseADeposit));
    }

    @Test
    void shouldKeepAllDepositsInAStrand() {
        CampaignReport report;
        // @start region="kept" :
        SimulationOptions options =
                SimulationOptions.defaults().name("deposits").runs(1_000);
        report = Simulations.check(options, simulation -> {
            Strand account = simulation.scheduler().newStrand();
            long[] balance = {0};
            for (int i = 0; i < 2; i++) {
                simulation.start("teller", () -> account.execute(() -> balance[0] += 10));
            }
            simulation.run();
            check(balance[0] == 20);
        });
        // @end
        assertThat(report.runs()).isEqualTo(1_000);
    }
}
