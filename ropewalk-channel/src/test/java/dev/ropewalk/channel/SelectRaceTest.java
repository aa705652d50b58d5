package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Selects that race with one another and with the rest. */
@Timeout(60)
@ParameterizedClass
@EnumSource(Flavour.class)
class SelectRaceTest {
    private static final int ROUNDS = 20_000;

    private final Processes processes;

    SelectRaceTest(Flavour flavour) {
        processes = flavour.open();
    }

    @AfterEach
    void close() {
        processes.close();
    }

    /** Makes the second channel ready before it takes the first, so that at each moment there is one. */
    private void neverSeeBothEmpty(Supplier<Channel<Integer>> newSecond) throws InterruptedException {
        Channel<List<Channel<Integer>>> tasks = Channel.rendezvous();
        Channel<String> results = Channel.rendezvous();
        processes.spawn(() -> {
            for (List<Channel<Integer>> pair : tasks) {
                results.send(Select.<String>random()
                        .receiveResult(pair.get(0), element -> "ready")
                        .receiveResult(pair.get(1), element -> "ready")
                        .otherwise(() -> "neither")
                        .build()
                        .select());
            }
        });
        for (int i = 0; i < ROUNDS; i++) {
            Channel<Integer> first = Channel.buffered(1);
            Channel<Integer> second = newSecond.get();
            first.trySend(1);
            tasks.send(List.of(first, second));
            if (!second.trySend(2)) {
                second.close();
            }
            var ignored = first.tryReceive();
            assertThat(results.receive()).isEqualTo("ready");
        }
        tasks.close();
        processes.join();
    }

    @Test
    void shouldSeeAllChannelsAtOneMoment() throws InterruptedException {
        neverSeeBothEmpty(() -> Channel.buffered(1));
    }

    @Test
    void shouldSeeAllChannelsAtOneMomentWhileOneIsClosed() throws InterruptedException {
        neverSeeBothEmpty(Channel::rendezvous);
    }

    @Test
    void shouldMeetInOppositeOrder() {
        Channel<Integer> a = Channel.rendezvous();
        Channel<Integer> b = Channel.rendezvous();
        List<String> one = new ArrayList<>();
        List<String> other = new ArrayList<>();
        processes.spawn(() -> {
            Select<String> select = Select.<String>fair()
                    .send(a, () -> 1, () -> "over a")
                    .receive(b, element -> "over b")
                    .build();
            for (int i = 0; i < ROUNDS; i++) {
                one.add(select.select());
            }
        });
        processes.spawn(() -> {
            Select<String> select = Select.<String>fair()
                    .send(b, () -> 2, () -> "over b")
                    .receive(a, element -> "over a")
                    .build();
            for (int i = 0; i < ROUNDS; i++) {
                other.add(select.select());
            }
        });
        processes.join();
        assertThat(one).hasSize(ROUNDS).containsExactlyElementsOf(other);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10})
    void shouldMeetTheOtherAndNeverItselfOnOneChannel(int capacity) {
        Channel<Integer> channel = capacity == 0 ? Channel.rendezvous() : Channel.buffered(capacity);
        for (int i = 0; i < 2; i++) {
            int self = i;
            processes.spawn(() -> {
                SelectBuilder<Integer> builder = Select.random();
                Select<Integer> select = builder.send(channel, () -> self, () -> -1)
                        .receive(channel, element -> element)
                        .build();
                for (int round = 0; round < 5000; round++) {
                    int seen = select.select();
                    if (capacity == 0) {
                        assertThat(seen).isNotEqualTo(self);
                    }
                }
            });
        }
        processes.join();
        ChannelStats stats = channel.stats();
        assertThat(stats.sends()).isEqualTo(stats.receives() + stats.depth());
        assertThat(stats.waitingSenders() + stats.waitingReceivers()).isZero();
    }

    @Test
    void shouldChooseOneClauseOnlyPerRound() {
        List<Channel<Integer>> branches =
                List.of(Channel.rendezvous(), Channel.rendezvous(), Channel.rendezvous(), Channel.rendezvous());
        Channel<Integer> joined = Channel.buffered(4);
        AtomicIntegerArray seen = new AtomicIntegerArray(ROUNDS);
        processes.spawn(() -> {
            int[] next = new int[1];
            SelectBuilder<Boolean> builder = Select.random();
            for (Channel<Integer> branch : branches) {
                builder = builder.send(branch, () -> next[0], () -> true);
            }
            Select<Boolean> select = builder.build();
            for (; next[0] < ROUNDS; next[0]++) {
                assertThat(select.select()).isTrue();
            }
            branches.forEach(Channel::close);
        });
        for (Channel<Integer> branch : branches) {
            processes.spawn(() -> {
                for (int element : branch) {
                    joined.send(element);
                }
                joined.send(-1);
            });
        }
        processes.spawn(() -> {
            for (int ended = 0; ended < branches.size(); ) {
                int element = joined.receive();
                if (element < 0) {
                    ended++;
                } else {
                    seen.incrementAndGet(element);
                }
            }
        });
        processes.join();
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(seen.get(i)).as("element %d", i).isEqualTo(1);
        }
    }

    @Test
    void shouldServeAllOthersWhoWaitWhereASelectHasLeft() throws InterruptedException {
        Channel<Integer> crowded = Channel.rendezvous();
        Channel<Integer> other = Channel.rendezvous();
        for (int i = 0; i < 500; i++) {
            processes.spawn(crowded::receive);
            processes.spawn(() -> {
                Select<Integer> select = Select.<Integer>fair()
                        .receive(crowded, element -> element)
                        .receive(other, element -> element)
                        .build();
                // Whichever clause came first, the two parties take two elements of the crowded channel in the end.
                if (select.select() == 2) {
                    assertThat(crowded.receive()).isEqualTo(1);
                } else {
                    assertThat(other.receive()).isEqualTo(2);
                }
            });
            processes.spawn(() -> other.send(2));
            for (int j = 0; j < 2; j++) {
                assertThat(crowded.send(1, Duration.ofSeconds(20))).isTrue();
            }
            processes.join();
        }
        assertThat(crowded.stats().waitingReceivers()).isZero();
        assertThat(crowded.stats().sends()).isEqualTo(1000);
    }
}
