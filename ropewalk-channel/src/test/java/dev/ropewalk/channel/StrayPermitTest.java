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

    @ParameterizedTest
    @EnumSource
    void shouldNotLoseTheWakeUpOfAThreadWithAStrayPermit(Flavour flavour) {
        try (Processes processes = flavour.open()) {
            Channel<Integer> channel = Channel.rendezvous();
            Select<Integer> select =
                    Select.<Integer>fair().receive(channel, element -> element).build();
            processes.spawn(() -> {
                for (int i = 1; i <= ELEMENTS; i++) {
                    LockSupport.unpark(Thread.currentThread());
                    int received = i % 2 == 0 ? channel.receive() : select.select();
                    assertThat(received).isEqualTo(i);
                }
            });
            Thread sender = Thread.ofPlatform().start(() -> {
                for (int i = 1; i <= ELEMENTS && !Thread.interrupted(); ) {
                    if (channel.trySend(i)) {
                        i++;
                    }
                }
            });
            try {
                processes.join();
            } finally {
                sender.interrupt();
            }
        }
    }
}
