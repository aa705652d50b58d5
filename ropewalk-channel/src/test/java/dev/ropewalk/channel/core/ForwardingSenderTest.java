package dev.ropewalk.channel.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.channel.ChannelClosedException;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.SendResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** An end that forwards something else than what was sent. */
class ForwardingSenderTest {
    private final Doubling sender = new Doubling();

    /** Sends the double of even numbers, and refuses odd ones. */
    private static final class Doubling extends ForwardingSender<Integer> {
        private int within;

        Doubling() {
            super("doubling", undelivered -> {});
        }

        @Override
        public Object begin(Integer element) {
            if (element % 2 != 0) {
                throw new IllegalArgumentException(element + " is odd");
            }
            within++;
            return 2 * element;
        }

        @Override
        public void end() {
            within--;
        }

        @Override
        public void close() {
            channel().close();
        }

        @Override
        public void fail(Throwable cause) {
            channel().fail(cause);
        }
    }

    /** Has a callback receive one. */
    private CompletableFuture<ReceiveResult<Object>> receive() {
        var received = new CompletableFuture<ReceiveResult<Object>>();
        var ignored = sender.channel().receiveAsync(Runnable::run, received::complete);
        return received;
    }

    @Test
    void shouldForwardByAllForms() throws Exception {
        List<CompletableFuture<ReceiveResult<Object>>> received = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            received.add(receive());
        }
        sender.send(2);
        assertThat(sender.send(4, Duration.ofSeconds(1))).isTrue();
        assertThat(sender.trySend(6)).isTrue();
        var ignored = sender.sendAsync(
                8, Runnable::run, result -> assertThat(result.isSent()).isTrue());
        var select = Select.<String>fair().send(sender, () -> 10, () -> "sent").build();
        assertThat(select.select()).isEqualTo("sent");
        assertThat(sender.sendResult(12)).isEqualTo(SendResult.sent());
        assertThat(received)
                .extracting(CompletableFuture::join)
                .containsExactly(
                        ReceiveResult.received(4),
                        ReceiveResult.received(8),
                        ReceiveResult.received(12),
                        ReceiveResult.received(16),
                        ReceiveResult.received(20),
                        ReceiveResult.received(24));
        assertThat(sender.trySend(14)).isFalse();
        assertThat(sender.within).isZero();
    }

    @Test
    void shouldTellItsSenderWhatItRefuses() {
        assertThatIllegalArgumentException().isThrownBy(() -> sender.send(1)).withMessage("1 is odd");
        var select = Select.<String>fair().send(sender, () -> 3, () -> "sent").build();
        assertThatIllegalArgumentException().isThrownBy(select::select).withMessage("3 is odd");
        var both = Select.<String>fair()
                .send(sender, () -> 2, () -> "sent")
                .send(sender, () -> 3, () -> "sent")
                .build();
        assertThatIllegalArgumentException().isThrownBy(both::select).withMessage("3 is odd");
        assertThat(sender.within).isZero();
        assertThat(sender.name()).isEqualTo("doubling");
    }

    @Test
    void shouldBeToldThatASelectWaits() {
        var select = Select.<String>fair()
                .send(sender, () -> 2, () -> "sent")
                .when(() -> false)
                .send(sender, () -> 4, () -> "sent")
                .build();
        var chosen = new CompletableFuture<String>();
        var ignored = select.selectAsync(Runnable::run, chosen::complete);
        assertThat(sender.within).isZero();
        assertThat(chosen).isNotDone();
        assertThat(receive().join()).isEqualTo(ReceiveResult.received(8));
        assertThat(chosen).isCompletedWithValue("sent");
    }

    @Test
    void shouldEndAsItsChannelDoes() {
        sender.close();
        assertThat(sender.isClosed()).isTrue();
        assertThatExceptionOfType(ChannelClosedException.class)
                .isThrownBy(() -> sender.send(2))
                .withMessageContaining("doubling");
        var select = Select.<String>fair().send(sender, () -> 2, () -> "sent").build();
        assertThatExceptionOfType(ChannelClosedException.class)
                .isThrownBy(select::select)
                .withMessageContaining("doubling");
        assertThat(sender.within).isZero();
    }
}
