package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The end of channels of all kinds. */
@Timeout(60)
@ParameterizedClass
@EnumSource(Kind.class)
class ClosingContractTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final Kind kind;
    private final Parties parties = new Parties();
    private final List<Integer> undelivered = new ArrayList<>();
    private final Channel<Integer> channel;

    ClosingContractTest(Kind kind) {
        this.kind = kind;
        this.channel = kind.open(Channel.<Integer>builder().name("ends").onUndelivered(undelivered::add));
    }

    @AfterEach
    void close() {
        parties.close();
    }

    private void fill() {
        for (int i = 0; i < kind.fill(); i++) {
            channel.trySend(i);
        }
    }

    private List<Callable<?>> sends() {
        return List.of(
                () -> {
                    channel.send(1);
                    return 1;
                },
                () -> channel.send(1, HOUR),
                () -> channel.send(1, Duration.ZERO),
                () -> channel.trySend(1));
    }

    private List<Callable<?>> receives() {
        return List.of(
                channel::receive,
                () -> channel.receive(HOUR),
                () -> channel.receive(Duration.ZERO),
                channel::tryReceive,
                () -> channel.drainTo(new ArrayList<>(), 9));
    }

    private List<Callable<SendResult>> sendsWithResult() {
        return List.of(
                () -> channel.sendResult(1),
                () -> channel.sendResult(1, HOUR),
                () -> channel.sendResult(1, Duration.ZERO),
                () -> channel.trySendResult(1),
                () -> parties.send(Party.CALLBACK, channel, 1).outcome());
    }

    private List<Callable<ReceiveResult<Integer>>> receivesWithResult() {
        return List.of(
                channel::receiveResult,
                () -> channel.receiveResult(HOUR),
                () -> channel.receiveResult(Duration.ZERO),
                channel::tryReceiveResult,
                () -> parties.receive(Party.CALLBACK, channel).outcome());
    }

    @Test
    void shouldRefuseElementsWhenClosed() throws Exception {
        assertThat(channel.isClosed()).isFalse();
        channel.close();
        assertThat(channel.isClosed()).isTrue();
        for (Callable<?> send : sends()) {
            assertThatThrownBy(send::call)
                    .isExactlyInstanceOf(ChannelClosedException.class)
                    .hasMessage("channel ends was closed")
                    .hasNoCause();
        }
        for (Callable<SendResult> send : sendsWithResult()) {
            assertThat(send.call()).isEqualTo(new SendResult.Closed());
        }
        assertThat(channel.stats()).isEqualTo(new ChannelStats("ends", 0, 0, 0, 0, 0, 0, 0, true));
    }

    @Test
    void shouldTellReceiversWhenClosedAndDrained() throws Exception {
        fill();
        channel.close();
        for (int i = 0; i < kind.fill(); i++) {
            assertThat(channel.receive()).isEqualTo(i);
        }
        for (Callable<?> receive : receives()) {
            assertThatThrownBy(receive::call)
                    .isExactlyInstanceOf(ChannelClosedException.class)
                    .hasMessage("channel ends was closed");
        }
        for (Callable<ReceiveResult<Integer>> receive : receivesWithResult()) {
            assertThat(receive.call()).isEqualTo(new ReceiveResult.Closed<>());
        }
        assertThat(undelivered).isEmpty();
    }

    @Test
    void shouldFailEveryoneWithTheCause() throws Exception {
        Exception cause = new IllegalStateException("out of yarn");
        channel.fail(cause);
        assertThat(channel.isClosed()).isTrue();
        for (Callable<?> call : join(sends(), receives())) {
            assertThatThrownBy(call::call)
                    .isExactlyInstanceOf(ChannelFailedException.class)
                    .hasMessage("channel ends has failed: java.lang.IllegalStateException: out of yarn")
                    .hasCause(cause);
        }
        for (Callable<SendResult> send : sendsWithResult()) {
            assertThat(send.call()).isEqualTo(new SendResult.Failed(cause));
        }
        for (Callable<ReceiveResult<Integer>> receive : receivesWithResult()) {
            assertThat(receive.call()).isEqualTo(new ReceiveResult.Failed<>(cause));
        }
    }

    private static List<Callable<?>> join(List<Callable<?>> some, List<Callable<?>> others) {
        List<Callable<?>> all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }

    @Test
    void shouldHandOverWhatIsBufferedWhenItFails() {
        fill();
        channel.fail(new IllegalStateException());
        assertThat(undelivered)
                .containsExactlyElementsOf(
                        IntStream.range(0, kind.fill()).boxed().toList());
        assertThat(channel.stats()).isEqualTo(new ChannelStats("ends", 0, kind.fill(), 0, kind.fill(), 0, 0, 0, true));
    }

    @ParameterizedTest
    @EnumSource(Party.class)
    void shouldTellThoseWhoWaitToReceive(Party party) throws Exception {
        List<Operation<ReceiveResult<Integer>>> receivers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            receivers.add(parties.waitingReceive(party, channel));
        }
        channel.close();
        for (Operation<ReceiveResult<Integer>> receiver : receivers) {
            assertThat(receiver.outcome()).isEqualTo(new ReceiveResult.Closed<>());
        }
        Exception cause = new IllegalStateException();
        Channel<Integer> other = kind.open();
        Operation<ReceiveResult<Integer>> receiver = parties.waitingReceive(party, other);
        other.fail(cause);
        assertThat(receiver.outcome()).isEqualTo(new ReceiveResult.Failed<>(cause));
        assertThat(other.stats().waitingReceivers()).isZero();
    }

    @Test
    void shouldEndOnceAndForAll() {
        Exception first = new IllegalStateException("first");
        channel.fail(first);
        channel.fail(new IllegalStateException("second"));
        channel.close();
        assertThat(channel.trySendResult(1)).isEqualTo(new SendResult.Failed(first));

        Channel<Integer> other = kind.full();
        other.close();
        other.fail(first);
        other.close();
        assertThat(other.trySendResult(1)).isEqualTo(new SendResult.Closed());
        assertThat(other.stats().depth()).isEqualTo(kind.fill());
        other.forEach(element -> {});
        assertThat(other.tryReceiveResult()).isEqualTo(new ReceiveResult.Closed<>());
    }
}
