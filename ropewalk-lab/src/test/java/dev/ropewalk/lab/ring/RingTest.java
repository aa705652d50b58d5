package dev.ropewalk.lab.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Trial;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RingTest {
    private final Ring ring = new Ring();

    static Stream<String> contenders() {
        return new Ring().contenders().stream().map(Contender::name);
    }

    @ParameterizedTest
    @MethodSource("contenders")
    void shouldCarryEachTokenAroundItsRingInEachIteration(String name) throws Exception {
        Contender contender = ring.contenders().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        Cell cell = cell(3, 7, 25);
        contender.refusal().apply(cell.params()).ifPresent(reason -> Assumptions.abort(name + ": " + reason));
        Answers answers = ring.answers(cell);
        Pass pass = ring.passes().getFirst();
        try (Trial trial = contender.opener().open(cell)) {
            for (int iteration = 0; iteration < 3; iteration++) {
                Outcome outcome = trial.run(pass);

                assertThat(outcome.answer()).isEqualTo(answers.at(iteration));
                assertThat(outcome.values())
                        .containsKeys(Metric.TIME.name(), Metric.CPU.name(), Ring.PER_HOP.name())
                        .allSatisfy((metric, value) -> assertThat(value).isPositive());
            }
        }
    }

    @Test
    void shouldTellAnotherOrderOfNodesByTheChecksum() {
        var token = new Token(3, new CountDownLatch(1));
        token.visit(0);
        token.visit(2);
        token.visit(1);

        assertThat(token.checksum()).isNotEqualTo(Token.walk(0, 0, 3, 1));
    }

    @Test
    void shouldEndTheIterationAtTheLastHop() {
        var finished = new CountDownLatch(1);
        var token = new Token(2, finished);

        assertThat(token.visit(0)).isTrue();
        assertThat(finished.getCount()).isOne();
        assertThat(token.visit(1)).isFalse();
        assertThat(finished.getCount()).isZero();
    }

    @Test
    void shouldHaveThePublishedSizeAtQuick() {
        assertThat(ring.grid(Size.QUICK).cells())
                .singleElement()
                .satisfies(cell -> assertThat(Workload.of(new Cell(cell, 1)))
                        .isEqualTo(new Workload(Runtime.getRuntime().availableProcessors(), 10, 10_000, 100)));
    }

    @Test
    void shouldPermutePlacementOrderAndStyle() {
        List<String> ours =
                contenders().filter(name -> name.startsWith("ropewalk-")).toList();

        assertThat(ours)
                .doesNotHaveDuplicates()
                .hasSize(3 * 2 * 2 + 2)
                .contains("ropewalk-soft", "ropewalk-free-fifo-proxy", "ropewalk-blocking-fifo");
    }

    @Test
    void shouldBeTellingAtQuickAndCompleteAtFull() {
        assertThat(ring.contenders(Size.FULL)).hasSameSizeAs(ring.contenders());
        assertThat(ring.contenders(Size.QUICK))
                .hasSize(16)
                .extracting(Contender::name)
                .contains(ring.mainContender(), "pekko-fjp", "scala-react", "go");
    }

    @Test
    void shouldRefuseActorsThatNeedMoreThreadsThanThereAre() {
        Contender receive = ring.contenders().stream()
                .filter(contender -> contender.name().equals("scala-receive"))
                .findFirst()
                .orElseThrow();

        assertThat(receive.refusal().apply(cell(10, 10, 1).params())).isEmpty();
        assertThat(receive.refusal().apply(cell(10, 10_000, 1).params()))
                .contains("an actor that receives blocks a thread, and 100000 are too many");
    }

    private static Cell cell(int rings, int actors, int laps) {
        return new Cell(
                Params.none()
                        .with(Workload.WORKERS, Runtime.getRuntime().availableProcessors())
                        .with(Workload.RINGS, rings)
                        .with(Workload.ACTORS, actors)
                        .with(Workload.LAPS, laps),
                1);
    }
}
