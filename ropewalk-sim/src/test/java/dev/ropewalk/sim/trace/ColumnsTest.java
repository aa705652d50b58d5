package dev.ropewalk.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "#0 main                                      | #0 main",
                "#4 Strand[ActorRef[/bank/teller-0], busy]    | #4 /bank/teller-0",
                "#4 Strand[FREE, ActorRef[/bank/ann], idle]   | #4 FREE, /bank/ann",
                "#12 Strand[ActorRef[/bank/north/teller-0], busy] | #12 ~k/north/teller-0",
                "#6 Strand[idle]                              | #6 Strand[idle]",
            })
    void shouldTellPartiesApartByTheEndsOfTheirPaths(String party, String heading) {
        assertThat(Columns.heading(party)).isEqualTo(heading);
    }
}
