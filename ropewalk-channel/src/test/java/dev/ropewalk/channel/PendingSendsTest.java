package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of waiting senders when the channel ends. */
@Timeout(60)
@ParameterizedClass
@MethodSource("dev.ropewalk.channel.Kind#bounded")
class PendingSendsTest {
    private final Kind kind;
    private final Channel<Integer> channel;
    private final Parties parties = new Parties();

    PendingSendsTest(Kind kind) {
        this.kind = kind;
        this.channel = kind.full();
    }

    @AfterEach
    void close() {
        parties.close();
    }

    private List<Operation<SendResult>> waitingSends(Party party) {
        return IntStream.range(0, 3)
                .mapToObj(i -> parties.waitingSend(party, channel, kind.fill() + i))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Party.class)
    void shouldStillBeReceivedWhenTheChannelIsClosed(Party party) throws Exception {
        List<Operation<SendResult>> senders = waitingSends(party);
        channel.close();
        assertThat(channel.stats().waitingSenders()).isEqualTo(3);
        assertThat(channel.trySendResult(-1)).isEqualTo(new SendResult.Closed());

        List<Integer> received = new ArrayList<>();
        channel.forEach(received::add);
        assertThat(received)
                .containsExactlyElementsOf(
                        IntStream.range(0, kind.fill() + 3).boxed().toList());
        for (Operation<SendResult> sender : senders) {
            assertThat(sender.outcome()).isEqualTo(new SendResult.Sent());
        }
    }

    @ParameterizedTest
    @EnumSource(Party.class)
    void shouldStillBeGivenUpWhenTheChannelIsClosed(Party party) throws Exception {
        List<Operation<SendResult>> senders = waitingSends(party);
        channel.close();
        senders.forEach(Operation::giveUp);
        Await.until("the end of waiting", () -> channel.stats().waitingSenders() == 0);

        channel.forEach(element -> assertThat(element).isLessThan(kind.fill()));
        assertThat(channel.stats().receives()).isEqualTo(kind.fill());
    }

    @ParameterizedTest
    @EnumSource(Party.class)
    void shouldBeToldWhenTheChannelFails(Party party) throws Exception {
        List<Operation<SendResult>> senders = waitingSends(party);
        Exception cause = new IllegalStateException();
        channel.fail(cause);
        for (Operation<SendResult> sender : senders) {
            assertThat(sender.outcome()).isEqualTo(new SendResult.Failed(cause));
        }
        assertThat(channel.stats())
                .isEqualTo(new ChannelStats(channel.name(), 0, kind.fill(), 0, kind.fill(), 0, 0, 0, true));
    }
}
