package dev.ropewalk.lab.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Trial;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
class AffinityTest {
    private final Affinity affinity = new Affinity();

    static Stream<Arguments> messages() {
        return new Affinity()
                .contenders().stream()
                        .map(Contender::name)
                        .flatMap(name -> Stream.of(
                                Arguments.of(name, Workload.PING_PONG, 8),
                                Arguments.of(name, Workload.PING_PONG, 1024),
                                Arguments.of(name, Workload.THROUGHPUT, 8),
                                Arguments.of(name, Workload.THROUGHPUT, 1024)));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldPassEveryMessageOnInOrder(String name, Workload workload, int bytes) throws Exception {
        check(name, params(workload, bytes, workload.isPingPong() ? 300 : 3000), 2);
    }

    static Stream<String> parties() {
        return new Affinity().contenders().stream().map(Contender::name);
    }

    @ParameterizedTest
    @MethodSource("parties")
    void shouldTalkToASecondProcess(String name) throws Exception {
        check(name, params(Workload.PROCESSES, 64, 200), 2);
    }

    @ParameterizedTest
    @MethodSource("parties")
    void shouldFindAllEntriesThatWereDurable(String name) throws Exception {
        check(name, params(Workload.DURABLE, 64, 20).with(Load.WRITERS, 3), 1);
    }

    @ParameterizedTest
    @MethodSource("parties")
    void shouldOpenALogWhoseWriterWasKilled(String name) throws Exception {
        check(name, params(Workload.RECOVERY, 64, 1), 1);
    }

    private void check(String name, Params params, int iterations) throws Exception {
        Contender contender = affinity.contenders().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        contender.refusal().apply(params).ifPresent(reason -> Assumptions.abort(name + ": " + reason));
        var cell = new Cell(params, 1);
        try (Trial trial = contender.opener().open(cell)) {
            for (int iteration = 0; iteration < iterations; iteration++) {
                Outcome outcome = trial.run(affinity.passes().getFirst());

                assertThat(outcome.answer()).isEqualTo(affinity.answers(cell).at(iteration));
                assertThat(outcome.values())
                        .isNotEmpty()
                        .allSatisfy(
                                (metric, value) -> assertThat(value).as(metric).isNotNegative());
            }
        }
    }

    @Test
    void shouldMeasureLatencyThroughputAndWhatLastsAtFullSize() {
        assertThat(affinity.grid(Size.FULL).cells())
                .extracting(params -> params.text(Load.WORKLOAD))
                .containsAll(Workload.labels());
    }

    @Test
    void shouldKeepTheNumberOfBytesWhereMessagesAreLarge() {
        assertThat(affinity.grid(Size.QUICK).cells())
                .filteredOn(params -> params.text(Load.WORKLOAD).equals(Workload.THROUGHPUT.label()))
                .extracting(params -> params.number(Load.AMOUNT) * Math.max(64, params.number(Load.BYTES)))
                .containsOnly(20_000_000L * 64);
    }

    @Test
    void shouldTellALoadInWords() {
        for (Params params : affinity.grid(Size.FULL).cells()) {
            Load load = Load.of(params);

            assertThat(Load.of(load.words())).isEqualTo(load);
        }
    }

    @Test
    void shouldNoticeMessagesThatAreLostOrChangePlaces() {
        assertThat(Stream.of(sum(0, 1, 2), sum(0, 2, 1), sum(0, 1), sum(0, 1, 1))
                        .distinct())
                .hasSize(4);
    }

    private static long sum(long... numbers) {
        var message = new byte[16];
        return Arrays.stream(numbers).reduce(0, (sum, number) -> {
            Message.number(message, number);
            return Message.sum(sum, message);
        });
    }

    private static Params params(Workload workload, int bytes, int amount) {
        return Params.none()
                .with(Load.WORKLOAD, workload.label())
                .with(Load.SETUP, Setup.UNPINNED.label())
                .with(Load.STORAGE, Storage.DISK.label())
                .with(Load.BYTES, bytes)
                .with(Load.AMOUNT, amount)
                .with(Load.WRITERS, 1);
    }
}
