package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationFailure;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.junit.FaultRate;
import dev.ropewalk.sim.junit.SimulationTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/simulating.md, and what it finds. */
class SimulatingExamplesTest {
    // @start region="stock" :
    sealed interface Command {}

    record Left(ActorRef<Long> replyTo) implements Command {}

    record Take() implements Command {}

    static final class Stock implements Actor<Command> {
        private final Simulation simulation;
        private long left = 1;

        Stock(Simulation simulation) {
            this.simulation = simulation;
        }

        @Override
        public void receive(Command command) {
            switch (command) {
                case Left(ActorRef<Long> replyTo) -> replyTo.tell(left);
                case Take() -> {
                    left--;
                    simulation.always("no more is taken than there is", left >= 0);
                }
            }
        }
    }
    // @end

    // @start region="junit" :
    @SimulationTest(runs = 200, faults = @FaultRate(fault = Fault.STALL, oneIn = 100))
    void shouldHandOverInOrder(Simulation simulation) throws InterruptedException {
        Channel<Integer> numbers = Channel.buffered(1);
        simulation.start("sender", () -> {
            for (int i = 0; i < 3; i++) {
                numbers.sendAsync(i, Runnable::run, sent -> {});
            }
        });
        for (int i = 0; i < 3; i++) {
            simulation.always("the order is kept", numbers.receive() == i);
        }
    }
    // @end

    @Test
    void shouldFindTheRace() {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(SimulatingExamplesTest::race)
                .withMessageContaining("no more is taken than there is");
    }

    private static void race() {
        // @start region="race" :
        Simulations.check(SimulationOptions.defaults().name("stock").runs(1000), simulation -> {
            ActorSystem shop = ActorSystem.builder("shop")
                    .scheduler(simulation.scheduler())
                    .build();
            ActorRef<Command> stock = shop.spawn("stock", context -> new Stock(simulation));
            for (int i = 0; i < 2; i++) {
                simulation.start("customer", () -> {
                    long left = stock.ask(Left::new, Duration.ofSeconds(1)).join();
                    if (left > 0) { // somebody else may take it now
                        stock.tell(new Take());
                    }
                });
            }
            simulation.run();
        });
        // @end
    }
}
