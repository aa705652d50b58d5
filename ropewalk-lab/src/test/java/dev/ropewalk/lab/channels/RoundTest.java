package dev.ropewalk.lab.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.lab.blocking.BlockingChannel;
import dev.ropewalk.lab.blocking.BlockingLibrary;
import dev.ropewalk.lab.blocking.Queues;
import dev.ropewalk.lab.blocking.Selection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RoundTest {
    @Test
    void shouldAddWhatAllReceiversReport() throws InterruptedException {
        var round = new Round(2);
        round.accept(3);
        round.accept(4);

        round.await();

        assertThat(round.checksum()).isEqualTo(7);
    }

    @Test
    void shouldEndWithThePartyThatFailsInsteadOfHanging() {
        Wiring wiring = Wiring.chain(3, 1);
        var round = new Round(wiring.reporters());

        try (var parties = new BlockingParties(wiring, new Breaking())) {
            assertThatThrownBy(() -> {
                        parties.start(round);
                        round.await();
                    })
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("broken channel");
        }
    }

    /** Channels that take nothing. */
    private static final class Breaking implements BlockingLibrary {
        private final BlockingLibrary queues = new Queues();

        @Override
        public <T> BlockingChannel<T> channel(int capacity) {
            BlockingChannel<T> channel = queues.channel(capacity);
            return new BlockingChannel<>() {
                @Override
                public void send(T element) {
                    throw new UnsupportedOperationException("broken channel");
                }

                @Override
                public T receive() throws InterruptedException {
                    return channel.receive();
                }
            };
        }

        @Override
        public <T> Selection<T> select(List<BlockingChannel<T>> channels) {
            return queues.select(channels);
        }

        @Override
        public Thread start(Runnable process) {
            return queues.start(process);
        }
    }
}
