package dev.ropewalk.sim.junit.snippets;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.junit.SimulationTest;
import java.util.HashMap;
import java.util.Map;

/** The example of the module's javadoc. */
class BankSnippets {
    private final Bank bank = new Bank();

    // @start region="test" :
    @SimulationTest(runs = 1_000)
    void transfersKeepTheTotal(Simulation simulation) {
        Strand teller = simulation.scheduler().newStrand();
        teller.execute(() -> bank.transfer("Ann", "Bob", 10));
        teller.execute(() -> bank.transfer("Bob", "Ann", 3));
        simulation.run();
        assertEquals(200, bank.total());
    }
    // @end

    private static final class Bank {
        private final Map<String, Integer> balances = new HashMap<>(Map.of("Ann", 100, "Bob", 100));

        void transfer(String from, String to, int amount) {
            balances.merge(from, -amount, Integer::sum);
            balances.merge(to, amount, Integer::sum);
        }

        int total() {
            return balances.values().stream().mapToInt(Integer::intValue).sum();
        }
    }
}
