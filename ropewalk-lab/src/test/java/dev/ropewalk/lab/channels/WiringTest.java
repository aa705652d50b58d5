package dev.ropewalk.lab.channels;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WiringTest {
    @ParameterizedTest
    @EnumSource(Workload.class)
    void shouldReceiveAsOftenAsAskedWhereThatIsPossible(Workload workload) {
        assertThat(workload.wiring(10_000_000).receives()).isBetween(9_990_000L, 10_000_000L);
    }

    @ParameterizedTest
    @EnumSource(Workload.class)
    void shouldReceiveOnEachChannelHoweverFewElementsAreAskedFor(Workload workload) {
        Wiring wiring = workload.wiring(1);

        assertThat(wiring.receives()).isGreaterThanOrEqualTo(wiring.channels());
        assertThat(wiring.reporters()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(Workload.class)
    void shouldReceiveAsMuchAsIsSent(Workload workload) {
        List<Party> parties = workload.wiring(100_000).parties();

        assertThat(parties.stream().mapToLong(WiringTest::sent).sum())
                .isEqualTo(parties.stream().mapToLong(WiringTest::received).sum());
    }

    private static long sent(Party party) {
        return switch (party) {
            case Party.Source source -> source.count();
            case Party.Pinger pinger -> pinger.count();
            case Party.Sink sink -> 0;
            case Party.Selector selector -> 0;
            case Party.Relay relay -> 0;
        };
    }

    private static long received(Party party) {
        return switch (party) {
            case Party.Sink sink -> sink.count();
            case Party.Selector selector -> selector.count();
            case Party.Pinger pinger -> pinger.count();
            case Party.Source source -> 0;
            case Party.Relay relay -> 0;
        };
    }

    @Test
    void shouldTellByTheAnswerWhetherAllElementsCameInOrder() {
        Wiring wiring = Wiring.pairs(1, 0, 3);

        assertThat(wiring.answer(checksum(wiring, 0, 1, 2))).isEqualTo(wiring.answer());
        assertThat(wiring.answer(checksum(wiring, 0, 2, 1))).isNotEqualTo(wiring.answer());
        assertThat(wiring.answer(checksum(wiring, 0, 1))).isNotEqualTo(wiring.answer());
        assertThat(wiring.answer(checksum(wiring, 0, 1, 1))).isNotEqualTo(wiring.answer());
    }

    @Test
    void shouldTakeElementsOfManySendersInAnyOrderButAllOfThem() {
        Wiring wiring = Wiring.shared(2, 1, 16, 4);

        assertThat(wiring.answer(checksum(wiring, 2, 0, 3, 1))).isEqualTo(wiring.answer());
        assertThat(wiring.answer(checksum(wiring, 0, 1, 2, 2))).isNotEqualTo(wiring.answer());
    }

    private static long checksum(Wiring wiring, int... elements) {
        return IntStream.of(elements)
                .mapToObj(Element::at)
                .reduce(0L, (sum, element) -> Element.add(sum, wiring.factor(), element), Long::sum);
    }
}
