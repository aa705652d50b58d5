package dev.ropewalk.journal.flow;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Codec;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.MemoryTempDir;
import dev.ropewalk.journal.RecordPublisher;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.FlowRules;
import dev.ropewalk.testing.ProbedSubscriber;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;

/** All rules of Reactive Streams, for what comes from a journal and what goes into one. */
class JournalRulesTest {
    private static final Codec<Counted> NUMBERS = Codec.records(MethodHandles.lookup(), Counted.class);

    /** More than the TCK waits for. */
    private static final int RECORDS = 100;

    private static final Map<String, String> LATE_GARBAGE = Map.of(
            "required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber",
            "the TCK lets the collector look once, after a pause; RecordPublisherTest has it look until it finds nothing");

    private static final String HELD = "a cursor is held by one subscriber at a time";

    private static final Map<String, String> ONE_AT_A_TIME = Map.of(
            "required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber",
            LATE_GARBAGE.values().iterator().next(),
            "optional_spec111_maySupportMultiSubscribe",
            HELD,
            "optional_spec111_registeredSubscribersMustReceiveOnNextOrOnCompleteSignals",
            HELD,
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingOneByOne",
            HELD,
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfront",
            HELD,
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfrontAndCompleteAsExpected",
            HELD);

    record Counted(int value) {}

    @TempDir(factory = MemoryTempDir.class)
    Path directory;

    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    private final AtomicInteger cursors = new AtomicInteger();

    private Journal journal;

    @BeforeEach
    void setUp() {
        journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(1 << 16));
        try (Appender appender = journal.appender()) {
            for (int i = 0; i < RECORDS; i++) {
                appender.append(new byte[] {(byte) i, 0, 0, 0});
            }
        }
    }

    @AfterEach
    void tearDown() {
        journal.close();
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersByAScheduler() {
        return FlowRules.of(() -> new Published(publisher -> publisher.on(scheduler)), LATE_GARBAGE);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersByTheCommonPool() {
        return FlowRules.of(() -> new Published(publisher -> publisher.from(0)), LATE_GARBAGE);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersInTheThreadThatRequests() {
        return FlowRules.of(() -> new Published(publisher -> publisher.on(Runnable::run)), LATE_GARBAGE);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfPublishersByACursor() {
        return FlowRules.of(
                () -> new Published(publisher -> publisher.cursor("cursor-" + cursors.incrementAndGet())),
                ONE_AT_A_TIME);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepRulesOfSubscribers() {
        return FlowRules.of(Received::new);
    }

    @TestFactory
    Stream<DynamicTest> shouldKeepInnerRulesOfSubscribers() {
        return FlowRules.of(Watched::new);
    }

    private Flow.Subscriber<Integer> subscriber() {
        var records = journal.appender(NUMBERS).subscriber();
        return new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                records.onSubscribe(subscription);
            }

            @Override
            @SuppressWarnings({"DataFlowIssue", "NullAway"}) // the rules bring null, too
            public void onNext(Integer element) {
                records.onNext(element == null ? null : new Counted(element));
            }

            @Override
            public void onError(Throwable cause) {
                records.onError(cause);
            }

            @Override
            public void onComplete() {
                records.onComplete();
            }
        };
    }

    /** Verifies publishers of the first records. */
    private final class Published extends FlowPublisherVerification<Integer> {
        private final UnaryOperator<RecordPublisher<Integer>> options;

        Published(UnaryOperator<RecordPublisher<Integer>> options) {
            super(FlowRules.environment());
            this.options = options;
        }

        private RecordPublisher<Integer> publisher() {
            return options.apply(journal.publisher((memory, offset, length, index) -> (int) index));
        }

        @Override
        public Flow.Publisher<Integer> createFlowPublisher(long elements) {
            return publisher().until(elements);
        }

        @Override
        public Flow.Publisher<Integer> createFailedFlowPublisher() {
            return publisher().from(2 * RECORDS);
        }
    }

    /** Verifies subscribers, of which nobody sees what they request. */
    private final class Received extends FlowSubscriberBlackboxVerification<Integer> {
        Received() {
            super(FlowRules.environment());
        }

        @Override
        public Flow.Subscriber<Integer> createFlowSubscriber() {
            return subscriber();
        }

        @Override
        public Integer createElement(int element) {
            return element;
        }
    }

    /** Verifies the same between the publisher and the journal. */
    private final class Watched extends FlowSubscriberWhiteboxVerification<Integer> {
        Watched() {
            super(FlowRules.environment());
        }

        @Override
        protected Flow.Subscriber<Integer> createFlowSubscriber(WhiteboxSubscriberProbe<Integer> probe) {
            return new ProbedSubscriber<>(subscriber(), probe);
        }

        @Override
        public Integer createElement(int element) {
            return element;
        }
    }
}
