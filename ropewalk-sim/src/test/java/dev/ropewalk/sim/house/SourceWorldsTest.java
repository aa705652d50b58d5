package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.flow.Source;
import dev.ropewalk.sim.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Flows in simulations: nothing is lost, doubled or left waiting in any order. */
class SourceWorldsTest {
    private static final int ELEMENTS = 12;

    private static Source<Integer> numbers(Simulation simulation) {
        return Source.range(0, ELEMENTS).async(simulation.scheduler());
    }

    private static List<Integer> all() {
        return IntStream.range(0, ELEMENTS).boxed().toList();
    }

    private static <T> List<T> run(Simulation simulation, Source<T> source) {
        CompletableFuture<List<T>> future = source.collect(Collectors.toList());
        simulation.run();
        return future.resultNow();
    }

    @Test
    void shouldBringEachElementOnceAcrossBoundaries() {
        Worlds.check(simulation -> assertThat(run(
                        simulation,
                        numbers(simulation)
                                .map(number -> number + 1)
                                .async(simulation.scheduler(), 4)
                                .map(number -> number - 1)
                                .async(simulation.scheduler(), 4)))
                .isEqualTo(all()));
    }

    @Test
    void shouldMergeEachElementOnce() {
        Worlds.check(simulation -> {
            Source<Integer> numbers = numbers(simulation);
            assertThat(run(simulation, Source.merge(List.of(numbers, numbers))))
                    .containsExactlyInAnyOrderElementsOf(all().stream()
                            .flatMap(number -> Stream.of(number, number))
                            .toList());
        });
    }

    @Test
    void shouldZipWhatBelongsTogether() {
        Worlds.check(simulation -> {
            Source<Integer> numbers = numbers(simulation);
            assertThat(run(simulation, Source.zip(numbers, numbers, (one, other) -> one - other)))
                    .hasSize(ELEMENTS)
                    .containsOnly(0);
        });
    }

    @Test
    void shouldBringWhatEachOfSeveralSourcesHas() {
        Worlds.check(simulation -> assertThat(run(
                        simulation,
                        numbers(simulation)
                                .flatMap(
                                        2,
                                        number -> Source.of(List.of(number, number))
                                                .async(simulation.scheduler()))))
                .hasSize(2 * ELEMENTS));
    }

    @Test
    void shouldEndWhenItIsCancelled() {
        Worlds.check(simulation -> {
            List<Integer> received = new ArrayList<>();
            CompletableFuture<Void> end = numbers(simulation)
                    .map(number -> number)
                    .async(simulation.scheduler(), 4)
                    .forEach(received::add);
            simulation.start("canceller", () -> end.cancel(false));
            simulation.run();
            assertThat(end).isDone();
            assertThat(end.isCancelled() || received.equals(all())).isTrue();
        });
    }

    @Test
    void shouldPushBatchesAtTheirTime() {
        Worlds.check(simulation -> {
            List<Integer> received = new ArrayList<>();
            CompletableFuture<Void> end = numbers(simulation)
                    .batch(5, Duration.ofMillis(1), simulation.scheduler())
                    .forEach(received::addAll);
            simulation.run();
            assertThat(end).isCompletedWithValue(null);
            assertThat(received).isEqualTo(all());
        });
    }
}
