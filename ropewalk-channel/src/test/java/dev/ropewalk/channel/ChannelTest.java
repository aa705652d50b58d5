package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChannelTest {
    @Test
    void shouldHandElementsOverInOrder() throws InterruptedException {
        for (Channel<Integer> channel : List.of(Channel.<Integer>rendezvous(), Channel.<Integer>buffered(16))) {
            Thread sender = Thread.startVirtualThread(() -> {
                try {
                    for (int i = 0; i < 100_000; i++) {
                        channel.send(i);
                    }
                    channel.close();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            List<Integer> received = new ArrayList<>();
            channel.forEach(received::add);
            sender.join();
            assertThat(received).hasSize(100_000).isSorted();
        }
    }
}
