package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** How parties of all sorts wait for one another, on channels of all kinds. */
@Timeout(60)
class WaitingContractTest {
    private static final int PARTIES = 12;

    private final Parties parties = new Parties();

    @AfterEach
    void close() {
        parties.close();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldServeReceiversOfAllSortsInTheOrderInWhichTheyCame(Kind kind) throws Exception {
        Channel<Integer> channel = kind.open();
        List<Operation<ReceiveResult<Integer>>> receivers = new ArrayList<>();
        for (int i = 0; i < PARTIES; i++) {
            receivers.add(parties.waitingReceive(Party.ofTurn(i), channel));
        }
        assertThat(channel.stats().waitingReceivers()).isEqualTo(PARTIES);
        for (int i = 0; i < PARTIES; i++) {
            assertThat(parties.send(Party.ofTurn(i + i / 4), channel, i)
                            .outcome()
                            .isSent())
                    .isTrue();
            assertThat(receivers.get(i).outcome()).isEqualTo(new ReceiveResult.Received<>(i));
        }
        assertThat(channel.stats()).isEqualTo(new ChannelStats(channel.name(), 0, PARTIES, PARTIES, 0, 0, 0, 0, false));
    }

    @ParameterizedTest
    @MethodSource("dev.ropewalk.channel.Kind#bounded")
    void shouldServeSendersOfAllSortsInTheOrderInWhichTheyCame(Kind kind) throws Exception {
        Channel<Integer> channel = kind.full();
        List<Operation<SendResult>> senders = new ArrayList<>();
        for (int i = 0; i < PARTIES; i++) {
            senders.add(parties.waitingSend(Party.ofTurn(i), channel, kind.fill() + i));
        }
        for (int i = 0; i < kind.fill() + PARTIES; i++) {
            assertThat(parties.receive(Party.ofTurn(i + i / 4), channel).outcome())
                    .isEqualTo(new ReceiveResult.Received<>(i));
            if (i < PARTIES) {
                assertThat(senders.get(i).outcome().isSent()).isTrue();
            }
        }
        assertThat(channel.stats().waitingSenders()).isZero();
        assertThat(channel.stats().sends()).isEqualTo(kind.fill() + PARTIES);
    }

    @ParameterizedTest
    @MethodSource("dev.ropewalk.channel.Kind#bounded")
    void shouldLetNobodyOvertakeAWaitingSender(Kind kind) throws Exception {
        Channel<Integer> channel = kind.full();
        Operation<SendResult> waiting = parties.waitingSend(Party.VIRTUAL_THREAD, channel, kind.fill());

        assertThat(channel.trySend(-1)).isFalse();
        assertThat(channel.trySendResult(-1)).isEqualTo(new SendResult.Full());
        assertThat(waiting.isDone()).isFalse();
        for (int i = 0; i <= kind.fill(); i++) {
            assertThat(channel.tryReceive()).contains(i);
        }
        assertThat(waiting.outcome().isSent()).isTrue();
        assertThat(channel.tryReceive()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Party.class)
    void shouldNotFailToTryReceivingWhileSomebodyWaitsToSend(Party party) throws Exception {
        for (Kind kind : Kind.bounded().toList()) {
            Channel<Integer> channel = kind.full();
            for (int i = 0; i < 50; i++) {
                Operation<SendResult> send = parties.waitingSend(party, channel, kind.fill() + i);
                assertThat(channel.tryReceive()).contains(i);
                assertThat(send.outcome().isSent()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldLeaveNothingBehindWhereAPartyGaveUp(Kind kind) throws Exception {
        Channel<Integer> channel = kind.open();
        List<Operation<ReceiveResult<Integer>>> receivers = new ArrayList<>();
        for (int i = 0; i < PARTIES; i++) {
            receivers.add(parties.waitingReceive(Party.ofTurn(i), channel));
        }
        List<Integer> staying = List.of(1, 6, 7, 11);
        for (int i : List.of(5, 0, 2, 10, 4, 3, 9, 8)) {
            giveUp(receivers.get(i));
        }
        assertThat(channel.stats().waitingReceivers()).isEqualTo(staying.size());
        for (int i = 0; i < staying.size(); i++) {
            channel.trySend(i);
            assertThat(receivers.get(staying.get(i)).outcome()).isEqualTo(new ReceiveResult.Received<>(i));
        }
        assertThat(channel.stats().undelivered()).isZero();
    }

    @ParameterizedTest
    @MethodSource("dev.ropewalk.channel.Kind#bounded")
    void shouldNotSendWhatItsSenderGaveUp(Kind kind) throws Exception {
        Channel<Integer> channel = kind.full();
        List<Operation<SendResult>> senders = new ArrayList<>();
        for (int i = 0; i < PARTIES; i++) {
            senders.add(parties.waitingSend(Party.ofTurn(i), channel, kind.fill() + i));
        }
        for (int i = 0; i < PARTIES; i += 3) {
            giveUp(senders.get(i));
        }
        channel.close();
        List<Integer> received = new ArrayList<>();
        channel.forEach(received::add);

        assertThat(received)
                .containsExactlyElementsOf(IntStream.range(0, kind.fill() + PARTIES)
                        .filter(i -> i < kind.fill() || (i - kind.fill()) % 3 != 0)
                        .boxed()
                        .toList());
        assertThat(channel.stats().undelivered()).isZero();
        assertThat(channel.stats().sends()).isEqualTo(received.size());
    }

    private static void giveUp(Operation<?> operation) {
        operation.giveUp();
        assertThatThrownBy(operation::outcome).isInstanceOfAny(InterruptedException.class, CancellationException.class);
    }

    @ParameterizedTest
    @MethodSource("dev.ropewalk.channel.Kind#lossless")
    void shouldHandOverInOrderBetweenPartiesOfAnySorts(Kind kind) throws Exception {
        for (Party sender : Party.values()) {
            for (Party receiver : Party.values()) {
                Channel<Integer> channel = kind.open();
                Operation<Integer> sending = Streams.sendAll(parties, sender, channel, 500);
                Operation<List<Integer>> receiving = Streams.receiveAll(parties, receiver, channel);
                assertThat(sending.outcome()).isEqualTo(500);
                assertThat(receiving.outcome())
                        .as("%s to %s", sender, receiver)
                        .containsExactlyElementsOf(
                                IntStream.range(0, 500).boxed().toList());
            }
        }
    }
}
