package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.scheduler.Strand;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole simulations, on virtual threads and with a baton. */
class SimulationsTest {
    private static SimulationOptions options(boolean virtual) {
        return SimulationOptions.defaults().virtualThreads(virtual).runs(virtual ? 200 : 20);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRunStrandsToTheirEnd(boolean virtual) {
        Simulations.check(options(virtual), simulation -> {
            Strand strand = simulation.scheduler().newStrand();
            var balance = new AtomicInteger();
            strand.execute(() -> balance.addAndGet(10));
            strand.execute(() -> balance.addAndGet(-3));
            simulation.run();
            assertThat(balance).hasValue(7);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFindAnUpdateThatIsLostBetweenTwoThreads(boolean virtual) {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(options(virtual), simulation -> {
                    int[] count = new int[1];
                    for (int i = 0; i < 2; i++) {
                        simulation.start("adder", () -> {
                            Simulation.point(count);
                            int read = count[0];
                            Simulation.point(count);
                            count[0] = read + 1;
                        });
                    }
                    simulation.run();
                    assertThat(count[0]).isEqualTo(2);
                }))
                .satisfies(failure -> assertThat(failure.replay()).startsWith("rw1."));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFindADeadlock(boolean virtual) {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(options(virtual), simulation -> {
                    Channel<String> left = Channel.rendezvous();
                    Channel<String> right = Channel.rendezvous();
                    simulation.start("one", () -> send(left, right));
                    simulation.start("two", () -> send(right, left));
                    simulation.run();
                }))
                .withMessageContainingAll("one", "two", "wait");
    }

    private static void send(Channel<String> first, Channel<String> second) {
        try {
            first.send("first");
            second.receive();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldPassAnHourInNoTime(boolean virtual) {
        Simulations.check(options(virtual), simulation -> {
            simulation.runFor(Duration.ofHours(1));
            assertThat(simulation.time()).isEqualTo(Duration.ofHours(1));
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true})
    void shouldRunCodeThatWaitsByTheJdksMeans(boolean virtual) {
        assertThatNoException()
                .isThrownBy(() -> Simulations.check(options(virtual), simulation -> {
                    var lock = new ReentrantLock();
                    var future = new CompletableFuture<Integer>();
                    var sum = new AtomicInteger();
                    simulation.start("waiter", () -> sum.addAndGet(future.join()));
                    for (int i = 0; i < 3; i++) {
                        simulation.start("locker", () -> {
                            lock.lock();
                            try {
                                Simulation.point(lock);
                                sum.incrementAndGet();
                            } finally {
                                lock.unlock();
                            }
                        });
                    }
                    simulation.start("completer", () -> future.complete(10));
                    simulation.run();
                    assertThat(sum).hasValue(13);
                }));
    }
}
