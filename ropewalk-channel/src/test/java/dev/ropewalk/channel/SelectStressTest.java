package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Selects with guards among plain senders and receivers. */
@Timeout(60)
@ParameterizedClass
@EnumSource(Flavour.class)
class SelectStressTest {
    private static final int EACH = 5000;

    private final Processes processes;

    SelectStressTest(Flavour flavour) {
        processes = flavour.open();
    }

    @AfterEach
    void close() {
        processes.close();
    }

    @Test
    void shouldShutClausesThatHaveDoneTheirPart() {
        List<Channel<Integer>> channels =
                List.of(Channel.rendezvous(), Channel.rendezvous(), Channel.buffered(2), Channel.buffered(3));
        for (Channel<Integer> channel : channels) {
            processes.spawn(() -> {
                for (int i = 0; i < EACH; i++) {
                    channel.send(i);
                }
            });
            processes.spawn(() -> {
                for (int i = 0; i < EACH; i++) {
                    channel.receive();
                }
            });
        }
        processes.spawn(() -> {
            int[] sent = new int[channels.size()];
            SelectBuilder<Integer> builder = Select.random();
            for (int i = 0; i < sent.length; i++) {
                int number = i;
                builder = builder.send(channels.get(i), () -> sent[number], () -> sent[number]++)
                        .when(() -> sent[number] < EACH);
            }
            rounds(builder.build(), sent);
        });
        processes.spawn(() -> {
            int[] received = new int[channels.size()];
            SelectBuilder<Integer> builder = Select.fair();
            for (int i = 0; i < received.length; i++) {
                int number = i;
                builder = builder.receive(channels.get(i), element -> received[number]++)
                        .when(() -> received[number] < EACH);
            }
            rounds(builder.build(), received);
        });
        processes.join();
        for (Channel<Integer> channel : channels) {
            assertThat(channel.stats())
                    .isEqualTo(new ChannelStats(channel.name(), 0, 2L * EACH, 2L * EACH, 0, 0, 0, 0, false));
        }
    }

    private static void rounds(Select<Integer> select, int[] counts) throws InterruptedException {
        for (int i = 0; i < counts.length * EACH; i++) {
            select.select();
        }
        assertThat(counts).containsOnly(EACH);
    }

    @Test
    void shouldFanInUntilAllAreClosed() {
        int sources = 20;
        List<Channel<Integer>> channels = IntStream.range(0, sources)
                .mapToObj(i -> i % 2 == 0 ? Channel.<Integer>rendezvous() : Channel.<Integer>buffered(1))
                .toList();
        for (Channel<Integer> channel : channels) {
            processes.spawn(() -> {
                for (int i = 0; i < 500; i++) {
                    channel.send(1);
                }
                channel.close();
            });
        }
        processes.spawn(() -> {
            boolean[] closed = new boolean[sources];
            SelectBuilder<Integer> builder = Select.fair();
            for (int i = 0; i < sources; i++) {
                int number = i;
                builder = builder.receiveResult(channels.get(i), result -> {
                            closed[number] = result instanceof ReceiveResult.Closed;
                            return closed[number] ? 0 : 1;
                        })
                        .when(() -> !closed[number]);
            }
            Select<Integer> select = builder.build();
            int sum = 0;
            for (int i = 0; i < sources * 501; i++) {
                sum += select.select();
            }
            assertThat(sum).isEqualTo(sources * 500);
            assertThat(closed).containsOnly(true);
        });
        processes.join();
    }
}
