package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Sample;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Permits to park that this library hasn't given: a park then returns at once, just when the wake-up may be coming. */
@Timeout(120)
class StrayPermitTest {
    private static final int ELEMENTS = Sample.of(60_000, 300_000);

    /** How long elements are sent at most: on a busy machine each of them takes as long as a wake-up there. */
    private static final long SENDING_NANOS = 20_000_000_000L;

    private static final int LAST = 0;

    @ParameterizedTest
    @EnumSource
    void shouldNotLoseTheWakeUpOfAThreadWithAStrayPermit(Flavour flavour) {
        try (Processes processes = flavour.open()) {
            Channel<Integer> channel = Channel.rendezvous();
            Select<Integer> select =
                    Select.<Integer>fair().receive(channel, element -> element).build();
            processes.spawn(() -> {
                int received = 1;
                for (int i = 1; received != LAST; i++) {
                    LockSupport.unpark(Thread.currentThread());
                    received = i % 2 == 0 ? channel.receive() : select.select();
                    assertThat(received).isIn(i, LAST);
                }
            });
            Thread sender = Thread.ofPlatform().start(() -> {
                long begin = System.nanoTime();
                for (int i = 1; i <= ELEMENTS && System.nanoTime() - begin < SENDING_NANOS; i++) {
                    sendSpinning(channel, i);
                }
                sendSpinning(channel, LAST);
            });
            try {
                processes.join();
            } finally {
                sender.interrupt();
            }
        }
    }

    /** Sends as soon as a receiver waits, so that the wake-up comes while the receiver is still about to park. */
    private static void sendSpinning(Channel<Integer> channel, int element) {
        while (!channel.trySend(element)) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
    }
}
