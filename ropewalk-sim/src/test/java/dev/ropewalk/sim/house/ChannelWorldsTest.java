package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.channel.Broadcast;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.channel.Channels;
import dev.ropewalk.channel.DeadlockException;
import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.channel.Ticker;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.sim.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Channels, selects and scopes in simulations: nothing is lost, doubled or left waiting in any order. */
class ChannelWorldsTest {
    private static final int ELEMENTS = 4;
    private static final int PARTIES = 2;
    private static final Duration SOON = Duration.ofMillis(3);

    /** The kinds of channels that lose nothing. */
    enum Kind {
        RENDEZVOUS,
        BUFFERED,
        UNLIMITED;

        Channel<Integer> make() {
            return switch (this) {
                case RENDEZVOUS -> Channel.rendezvous();
                case BUFFERED -> Channel.buffered(2);
                case UNLIMITED -> Channel.unlimited();
            };
        }
    }

    private static List<Integer> all() {
        return IntStream.range(0, PARTIES * ELEMENTS).boxed().toList();
    }

    private static void sendAll(Simulation simulation, Channel<Integer> channel) {
        var left = new AtomicInteger(PARTIES);
        for (int party = 0; party < PARTIES; party++) {
            int first = party * ELEMENTS;
            Worlds.start(simulation, "sender " + party, () -> {
                for (int i = 0; i < ELEMENTS; i++) {
                    channel.send(first + i);
                }
                if (left.decrementAndGet() == 0) {
                    channel.close();
                }
            });
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldBringEachElementOnce(Kind kind) {
        Worlds.check(simulation -> {
            Channel<Integer> channel = kind.make();
            List<Integer> received = new ArrayList<>();
            sendAll(simulation, channel);
            for (int party = 0; party < PARTIES; party++) {
                Worlds.start(simulation, "receiver " + party, () -> channel.forEach(received::add));
            }
            simulation.run();
            assertThat(received).containsExactlyInAnyOrderElementsOf(all());
        });
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldBringEachElementOnceThoughPartiesGiveUp(Kind kind) {
        Worlds.check(simulation -> {
            Channel<Integer> channel = kind.make();
            List<Integer> sent = new ArrayList<>();
            List<Integer> received = new ArrayList<>();
            Worlds.start(simulation, "sender", () -> {
                for (int i = 0; i < ELEMENTS; i++) {
                    if (channel.send(i, SOON)) {
                        sent.add(i);
                    }
                    if (channel.trySend(100 + i)) {
                        sent.add(100 + i);
                    }
                }
                channel.close();
            });
            Worlds.start(simulation, "receiver", () -> {
                boolean open = true;
                while (open) {
                    simulation.scheduler().parkNanos(channel, SOON.toNanos());
                    switch (channel.receiveResult(SOON)) {
                        case ReceiveResult.Received<Integer>(Integer element) -> received.add(element);
                        case ReceiveResult.Empty<Integer>() -> {}
                        default -> open = false;
                    }
                }
            });
            simulation.run();
            assertThat(received).containsExactlyInAnyOrderElementsOf(sent);
        });
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldBringEachElementOnceThroughConnectedChannels(Kind kind) {
        Worlds.check(simulation -> {
            Channel<Integer> first = kind.make();
            Channel<Integer> second = kind.make();
            List<Integer> received = new ArrayList<>();
            sendAll(simulation, first);
            PendingOperation ignored = first.to(second.subscriber());
            for (int party = 0; party < PARTIES; party++) {
                Worlds.start(simulation, "receiver " + party, () -> second.forEach(received::add));
            }
            simulation.run();
            assertThat(received).containsExactlyInAnyOrderElementsOf(all());
        });
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldDeliverOrGiveBackWhatWasTakenForASubscriberThatCancels(Kind kind) {
        Worlds.check(simulation -> {
            Channel<Integer> channel = kind.make();
            List<Integer> sent = new ArrayList<>();
            Taking taking = new Taking();
            channel.publisher(simulation.scheduler()).subscribe(taking);
            Worlds.start(simulation, "sender", () -> {
                for (int i = 0; i < ELEMENTS; i++) {
                    if (channel.send(i, SOON)) {
                        sent.add(i);
                    }
                }
            });
            Worlds.start(simulation, "canceller", taking::cancel);
            simulation.run();
            ChannelStats stats = channel.stats();
            assertThat(taking.received).isEqualTo(sent.subList(0, taking.received.size()));
            assertThat(stats.sends()).isEqualTo(sent.size());
            assertThat(taking.received.size() + stats.undelivered() + stats.depth())
                    .isEqualTo(sent.size());
            assertThat(stats.waitingReceivers()).isZero();
        });
    }

    /** A subscriber that takes whatever comes until it cancels. */
    private static final class Taking implements Flow.Subscriber<Integer> {
        private final List<Integer> received = new ArrayList<>();
        private Flow.@Nullable Subscription subscription;

        void cancel() {
            Objects.requireNonNull(subscription).cancel();
        }

        @Override
        public void onSubscribe(Flow.Subscription subscribed) {
            subscription = subscribed;
            subscribed.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Integer element) {
            received.add(element);
        }

        @Override
        public void onError(Throwable cause) {
            throw new AssertionError(cause);
        }

        @Override
        public void onComplete() {
            throw new AssertionError("the channel wasn't closed");
        }
    }

    @Test
    void shouldGiveACallbackAnOutcomeOrTheElementBack() {
        Worlds.check(simulation -> {
            Channel<Integer> channel = Channel.rendezvous();
            Strand strand = simulation.scheduler().newStrand();
            List<String> outcomes = new ArrayList<>();
            Worlds.start(simulation, "asks", () -> {
                PendingOperation send = channel.sendAsync(1, strand, result -> outcomes.add(String.valueOf(result)));
                if (send.cancel()) {
                    outcomes.add("cancelled");
                }
            });
            Worlds.start(simulation, "takes", () -> channel.tryReceiveResult());
            Worlds.start(simulation, "ends", () -> channel.fail(new IllegalStateException("ended")));
            simulation.run();
            assertThat(outcomes).hasSize(1);
        });
    }

    @Test
    void shouldChooseOneClauseOfASelect() {
        Worlds.check(simulation -> {
            List<Channel<Integer>> channels = List.of(Channel.rendezvous(), Channel.rendezvous());
            List<Integer> received = new ArrayList<>();
            for (int party = 0; party < PARTIES; party++) {
                int first = party * ELEMENTS;
                Worlds.start(simulation, "sender " + party, () -> {
                    var select = Select.<Boolean>random()
                            .send(channels.getFirst(), () -> first, () -> true)
                            .send(channels.getLast(), () -> first + 1, () -> false)
                            .build();
                    for (int i = 0; i < ELEMENTS; i++) {
                        select.select();
                    }
                });
            }
            Worlds.start(simulation, "receiver", () -> {
                var select = Select.<Integer>fair()
                        .receive(channels.getFirst(), element -> element)
                        .receive(channels.getLast(), element -> element)
                        .build();
                for (int i = 0; i < PARTIES * ELEMENTS; i++) {
                    received.add(select.select());
                }
            });
            simulation.run();
            assertThat(received).hasSize(PARTIES * ELEMENTS);
            assertThat(channels).allMatch(channel -> channel.stats().waitingSenders() == 0);
        });
    }

    @Test
    void shouldLetTwoSelectsMeet() {
        Worlds.check(simulation -> {
            Channel<Integer> left = Channel.rendezvous();
            Channel<Integer> right = Channel.rendezvous();
            List<String> seen = new ArrayList<>();
            Worlds.start(
                    simulation,
                    "one",
                    () -> seen.add(Select.<String>fair()
                            .send(left, () -> 1, () -> "left sent")
                            .receive(right, element -> "right received")
                            .timeout(SOON, () -> "time")
                            .build()
                            .select()));
            Worlds.start(
                    simulation,
                    "other",
                    () -> seen.add(Select.<String>fair()
                            .send(right, () -> 2, () -> "right sent")
                            .receive(left, element -> "left received")
                            .timeout(SOON, () -> "time")
                            .build()
                            .select()));
            simulation.run();
            assertThat(String.join(",", seen.stream().sorted().toList()))
                    .isIn("left received,left sent", "right received,right sent", "time,time");
        });
    }

    @Test
    void shouldFindTheDeadlockOfAScope() {
        Worlds.check(simulation -> {
            assertThatExceptionOfType(DeadlockException.class).isThrownBy(() -> {
                try (ProcessScope scope = ProcessScope.open(simulation.scheduler())) {
                    Channel<Integer> left =
                            scope.<Integer>channel().name("left").rendezvous();
                    Channel<Integer> right =
                            scope.<Integer>channel().name("right").rendezvous();
                    scope.spawn("one", () -> {
                        left.send(1);
                        right.receive();
                    });
                    scope.spawn("other", () -> {
                        right.send(1);
                        left.receive();
                    });
                    scope.join();
                }
            });
            simulation.run();
        });
    }

    @Test
    void shouldEndAScopeWithItsFirstFailure() {
        Worlds.check(simulation -> {
            List<String> ends = new ArrayList<>();
            try (ProcessScope scope = ProcessScope.open(simulation.scheduler())) {
                Channel<Integer> numbers = scope.<Integer>channel().rendezvous();
                scope.spawn("waits", () -> {
                    try {
                        numbers.receive();
                    } finally {
                        ends.add("waits");
                    }
                });
                scope.spawn("fails", () -> {
                    ends.add("fails");
                    throw new IllegalStateException("on purpose");
                });
                scope.join();
            } catch (RuntimeException failure) {
                ends.add(
                        failure.getCause() == null
                                ? ""
                                : String.valueOf(failure.getCause().getMessage()));
            }
            simulation.run();
            assertThat(ends).contains("fails", "on purpose");
        });
    }

    @Test
    void shouldEndAScopeAtItsDeadlineInVirtualTime() {
        Worlds.check(simulation -> {
            try (ProcessScope scope = ProcessScope.builder(simulation.scheduler())
                    .deadline(Duration.ofHours(1))
                    .open()) {
                scope.spawn(() -> Channel.rendezvous().receive());
                scope.join();
            } catch (RuntimeException late) {
                assertThat(late).hasMessageContaining("PT1H");
            }
            simulation.run();
            assertThat(simulation.time()).isGreaterThanOrEqualTo(Duration.ofHours(1));
        });
    }

    @Test
    void shouldPassAllOnByOperators() {
        Worlds.check(simulation -> {
            List<Integer> received = new ArrayList<>();
            List<Integer> copied = new ArrayList<>();
            try (ProcessScope scope = ProcessScope.open(simulation.scheduler())) {
                Channel<Integer> source = Channel.rendezvous();
                Receiver<Integer> mapped = Channels.map(scope, source, element -> element + 1);
                Broadcast<Integer> broadcast = Channels.broadcast(scope, mapped);
                Receiver<Integer> copy = broadcast.subscribe().receiver();
                Receiver<List<Integer>> batches =
                        Channels.batch(scope, broadcast.subscribe().receiver(), 3, SOON);
                scope.spawn("copies", () -> copy.forEach(copied::add));
                scope.spawn("receives", () -> batches.forEach(received::addAll));
                for (int i = 0; i < ELEMENTS; i++) {
                    assertThat(source.sendResult(i)).isInstanceOf(SendResult.Sent.class);
                }
                source.close();
                scope.join();
            }
            simulation.run();
            assertThat(received).containsExactly(1, 2, 3, 4);
            assertThat(copied).containsExactly(1, 2, 3, 4);
        });
    }

    @Test
    void shouldTickInVirtualTime() {
        Worlds.check(simulation -> {
            List<Long> ticks = new ArrayList<>();
            try (Ticker ticker = Ticker.every(simulation.scheduler(), Duration.ofMinutes(1))) {
                for (int i = 0; i < ELEMENTS; i++) {
                    ticks.add(ticker.receiver().receive());
                }
            }
            simulation.run();
            assertThat(ticks).isSorted().endsWith((long) ELEMENTS);
        });
    }
}
