package dev.ropewalk.channel.flow;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.OnComplete;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.FlowRules;
import dev.ropewalk.testing.ProbedSubscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;

/** All rules of Reactive Streams, for channels of all sorts, with senders and receivers of all sorts, by executors of all sorts. */
class ChannelRulesTest {
    private static final int INITIAL = 4;

    private static final String SHARED = "an element goes to one subscriber, as to one receiver";

    /** Rules of publishers that bring each element to all subscribers, and one that the TCK can't wait for. */
    private static final Map<String, String> SKIPPED = Map.of(
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingOneByOne",
            SHARED,
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfront",
            SHARED,
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfrontAndCompleteAsExpected",
            SHARED,
            "required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber",
            "the TCK lets the collector look once, after a pause; PublisherTest has it look until it finds nothing");

    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersWhereThreadsSendToARendezvous() {
        return FlowRules.of(() -> new Published(Channel::rendezvous, new ThreadSource(scheduler), scheduler), SKIPPED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersWhereCallbacksSendToABuffer() {
        return FlowRules.of(
                () -> new Published(() -> Channel.buffered(3), new CallbackSource(scheduler), scheduler), SKIPPED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersByTheCommonPool() {
        return FlowRules.of(() -> new Published(Channel::unlimited, new ThreadSource(scheduler), null), SKIPPED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersInTheThreadThatSendsOrRequests() {
        return FlowRules.of(
                () -> new Published(() -> Channel.buffered(2), new ThreadSource(scheduler), Runnable::run), SKIPPED);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfSubscribersToARendezvous() {
        return FlowRules.of(() -> new Received(scheduler, Channel::rendezvous, scheduler));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfSubscribersToABuffer() {
        return FlowRules.of(() -> new Received(scheduler, () -> Channel.buffered(INITIAL), Runnable::run));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfSubscribersToAChannelThatDrops() {
        return FlowRules.of(() -> new Received(scheduler, Channel::conflated, scheduler));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepInnerRulesOfSubscribersToARendezvous() {
        return FlowRules.of(() -> new Watched(scheduler, Channel::rendezvous, scheduler));
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepInnerRulesOfSubscribersToABuffer() {
        return FlowRules.of(() -> new Watched(scheduler, () -> Channel.buffered(INITIAL), Runnable::run));
    }

    private static Flow.Publisher<Integer> publisher(Channel<Integer> channel, @Nullable Executor executor) {
        return executor == null ? channel.publisher() : channel.publisher(executor);
    }

    private static void receiveAll(Scheduler scheduler, Channel<Integer> channel) {
        scheduler
                .threadFactory()
                .newThread(() -> channel.forEach(element -> {}))
                .start();
    }

    /** Verifies the publisher of a channel to which something sends. */
    private static final class Published extends FlowPublisherVerification<Integer> implements AutoCloseable {
        private final Channels channels;
        private final Source source;
        private final @Nullable Executor executor;

        Published(Supplier<Channel<Integer>> channels, Source source, @Nullable Executor executor) {
            super(FlowRules.environment());
            this.channels = new Channels(channels);
            this.source = source;
            this.executor = executor;
        }

        @Override
        public Flow.Publisher<Integer> createFlowPublisher(long elements) {
            Channel<Integer> channel = channels.make();
            source.send(channel, elements);
            return publisher(channel, executor);
        }

        @Override
        public void close() {
            channels.close();
        }

        @Override
        public Flow.Publisher<Integer> createFailedFlowPublisher() {
            Channel<Integer> channel = channels.make();
            channel.fail(new IllegalStateException("the rope broke"));
            return publisher(channel, executor);
        }
    }

    /** Verifies the subscriber of a channel from which a thread receives. */
    private static final class Received extends FlowSubscriberBlackboxVerification<Integer> implements AutoCloseable {
        private final Scheduler scheduler;
        private final Channels channels;
        private final Executor executor;

        Received(Scheduler scheduler, Supplier<Channel<Integer>> channels, Executor executor) {
            super(FlowRules.environment());
            this.scheduler = scheduler;
            this.channels = new Channels(channels);
            this.executor = executor;
        }

        @Override
        public Flow.Subscriber<Integer> createFlowSubscriber() {
            Channel<Integer> channel = channels.make();
            receiveAll(scheduler, channel);
            return channel.subscriber(OnComplete.CLOSE, executor);
        }

        @Override
        public void close() {
            channels.close();
        }

        @Override
        public Integer createElement(int element) {
            return element;
        }
    }

    /** Verifies the same between the publisher and the channel. */
    private static final class Watched extends FlowSubscriberWhiteboxVerification<Integer> implements AutoCloseable {
        private final Scheduler scheduler;
        private final Channels channels;
        private final Executor executor;

        Watched(Scheduler scheduler, Supplier<Channel<Integer>> channels, Executor executor) {
            super(FlowRules.environment());
            this.scheduler = scheduler;
            this.channels = new Channels(channels);
            this.executor = executor;
        }

        @Override
        protected Flow.Subscriber<Integer> createFlowSubscriber(WhiteboxSubscriberProbe<Integer> probe) {
            Channel<Integer> channel = channels.make();
            receiveAll(scheduler, channel);
            return new ProbedSubscriber<>(channel.subscriber(OnComplete.CLOSE, executor), probe);
        }

        @Override
        public void close() {
            channels.close();
        }

        @Override
        public Integer createElement(int element) {
            return element;
        }
    }

    /** The channels of one test, which end with it. */
    private record Channels(Supplier<Channel<Integer>> kind, List<Channel<Integer>> all) {
        Channels(Supplier<Channel<Integer>> kind) {
            this(kind, new ArrayList<>());
        }

        Channel<Integer> make() {
            Channel<Integer> channel = kind.get();
            all.add(channel);
            return channel;
        }

        void close() {
            all.forEach(channel -> channel.fail(new CancellationException("the test has ended")));
        }
    }

    /** What sends to a channel. */
    private interface Source {
        void send(Channel<Integer> channel, long elements);
    }

    /** A thread that waits in each send. */
    private record ThreadSource(Scheduler scheduler) implements Source {
        @Override
        public void send(Channel<Integer> channel, long elements) {
            Runnable body = () -> {
                try {
                    boolean isOpen = true;
                    for (long i = 0; i < elements && isOpen; i++) {
                        isOpen = channel.sendResult((int) i).isSent();
                    }
                    channel.close();
                } catch (InterruptedException impossible) {
                    throw new AssertionError(impossible);
                }
            };
            if (elements == 0) {
                channel.close();
            } else {
                scheduler.threadFactory().newThread(body).start();
            }
        }
    }

    /** A callback that sends the next when it hears of the one before. */
    private record CallbackSource(Scheduler scheduler) implements Source {
        @Override
        public void send(Channel<Integer> channel, long elements) {
            send(channel, scheduler.newStrand(), 0, elements);
        }

        private void send(Channel<Integer> channel, Executor strand, long next, long elements) {
            if (next == elements) {
                channel.close();
            } else {
                var ignored =
                        channel.sendAsync((int) next, strand, result -> send(channel, strand, next + 1, elements));
            }
        }
    }
}
