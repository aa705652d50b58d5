package dev.ropewalk.demo.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.demo.node.NodeReport;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private static final NodeReport ONE = new NodeReport(
            "up",
            List.of("127.0.0.1:1/up", "127.0.0.1:2/up"),
            Map.of("sent", 10L, "handled", 4L, "lost.LINK", 1L, "asked", 2L, "answered", 1L, "unanswered", 1L));
    private static final NodeReport OTHER = new NodeReport("left", List.of(), Map.of("sent", 2L, "handled", 7L));

    @Test
    void shouldBeRightWhenAllWasHandledOrLost() {
        Ledger ledger = Ledger.of(List.of(ONE, OTHER), List.of());
        assertThat(ledger.missing()).isZero();
        assertThat(ledger.isWrong()).isFalse();
        assertThat(ledger.lines())
                .contains("sent 12, handled 11, lost 1 (1 LINK)", "each message was handled, or counted as lost");
    }

    @Test
    void shouldBeWrongWhenOneIsMissing() {
        Ledger ledger = Ledger.of(List.of(ONE), List.of());
        assertThat(ledger.missing()).isEqualTo(5);
        assertThat(ledger.isWrong()).isTrue();
        assertThat(ledger.lines()).contains("WRONG: 5 messages were neither handled nor counted as lost");
    }

    @Test
    void shouldExcuseWhatNobodyCanCount() {
        Ledger ledger = Ledger.of(List.of(ONE), List.of("node 2 was killed"));
        assertThat(ledger.isWrong()).isFalse();
        assertThat(ledger.lines()).contains("node 2 was killed", "so the sums differ by 5");
    }

    @Test
    void shouldReadWhatANodeTells() {
        assertThat(NodeReport.parse(ONE.line())).isEqualTo(ONE);
        assertThat(NodeReport.parse(OTHER.line())).isEqualTo(OTHER);
        assertThat(NodeReport.parse(NodeReport.JOINING.line())).isEqualTo(NodeReport.JOINING);
        assertThat(ONE.membersUp()).isEqualTo(2);
    }
}
