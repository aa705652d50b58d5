package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Emitter;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.ActionOutcome;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalRecord;
import dev.ropewalk.journal.RecordSubscriber;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.pipeline.EventSubscriber;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineBuilder;
import dev.ropewalk.sim.SimulatedDisk;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.task.BoundedExecutor;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Flows between the models, under many schedules. */
class FlowWorldsTest {
    private static final int ALL = 8;
    private static final Object OTHER = "from another sender";

    @Test
    void shouldCopyAJournalWhileItIsWritten() {
        JournalRun.checkWithBaton("copied by a flow", simulation -> {
            var run = new JournalRun();
            try (Journal journal = JournalRun.open(simulation.disk());
                    Journal copy = Journal.open(simulation.disk().path("/copy"), JournalRun.OPTIONS)) {
                run.start(simulation, journal, 2, ALL / 2, false);
                RecordSubscriber<byte[]> sink = copy.appender().subscriber();
                journal.publisher((memory, offset, length, index) ->
                                memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE))
                        .until(ALL)
                        .on(simulation.scheduler())
                        .subscribe(sink);
                simulation.run();
                assertThat(sink.done()).isCompletedWithValue((long) ALL);
                assertThat(JournalRun.read(copy))
                        .isEqualTo(JournalRun.read(journal))
                        .hasSize(ALL);
            }
        });
    }

    @Test
    void shouldLetACursorFollowASubscriberUntilItCancels() {
        JournalRun.check("cursor of a flow", UnaryOperator.identity(), simulation -> {
            var run = new JournalRun();
            try (Journal journal = JournalRun.open(simulation.disk())) {
                run.start(simulation, journal, 1, ALL, false);
                var subscriber = new OneByOne<JournalRecord>(2);
                journal.publisher().cursor("billing").on(simulation.scheduler()).subscribe(subscriber);
                Worlds.start(simulation, "canceller", subscriber::cancel);
                simulation.run();
                int done = subscriber.received.size();
                long cursor = Objects.requireNonNull(journal.cursorIndexes().get("billing"));
                assertThat(cursor).isBetween((long) Math.max(0, done - 3), (long) done);
                assertThat(subscriber.received)
                        .extracting(JournalRecord::index)
                        .isEqualTo(LongStream.range(0, done).boxed().toList());
                try (Tailer tailer = journal.tailer("billing")) {
                    assertThat(tailer.index()).isEqualTo(cursor);
                }
                simulation.sometimes("cancelled in the middle", done > 0 && done < ALL);
            }
        });
    }

    @Test
    void shouldGiveWhatWasntDoneAgainAfterAKill() {
        JournalRun.check("killed subscriber", UnaryOperator.identity(), simulation -> {
            var run = new JournalRun();
            var subscriber = new OneByOne<JournalRecord>(2);
            SimulatedDisk[] left = {simulation.disk()};
            int[] begun = {ALL};
            try (Journal journal = JournalRun.open(simulation.disk())) {
                run.start(simulation, journal, 1, ALL, false);
                journal.publisher()
                        .cursor("billing")
                        .until(ALL)
                        .on(simulation.scheduler())
                        .subscribe(subscriber);
                simulation.start("kill", () -> {
                    left[0] = simulation.disk().afterKill();
                    begun[0] = subscriber.received.size();
                });
                simulation.run();
            }
            try (Journal journal = JournalRun.open(left[0]);
                    Tailer tailer = journal.tailer("billing")) {
                int cursor = (int) tailer.index();
                List<Integer> again = JournalRun.read(tailer);
                assertThat(cursor).isLessThanOrEqualTo(begun[0]);
                assertThat(again)
                        .isEqualTo(IntStream.range(cursor, cursor + again.size())
                                .boxed()
                                .toList());
                simulation.sometimes("killed in the middle", cursor > 0 && cursor < ALL);
            }
        });
    }

    @Test
    void shouldBringAllEventsFromRingToRingInTheirOrder() {
        Worlds.check(simulation -> {
            List<Integer> handled = new ArrayList<>();
            Pipeline<int[]> second = pipeline(simulation)
                    .stage("keep", (event, sequence, endOfBatch) -> handled.add(event[0]))
                    .build();
            Pipeline<int[]> first = pipeline(simulation).build();
            EventSubscriber<Integer> sink =
                    second.subscriber((event, number) -> event[0] = number, simulation.scheduler());
            first.publisher("flow", (int[] event) -> event[0])
                    .on(simulation.scheduler())
                    .to(sink);
            Worlds.start(simulation, "producer", () -> {
                for (int number = 0; number < ALL; number++) {
                    int value = number;
                    first.publish((event, sequence) -> event[0] = value);
                }
                first.close();
            });
            simulation.run();
            assertThat(sink.done()).isCompletedWithValue((long) ALL);
            assertThat(handled).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        });
    }

    @Test
    void shouldLeaveNoProducerBehindASubscriberThatCancels() {
        Worlds.check(simulation -> {
            Pipeline<int[]> pipeline = pipeline(simulation)
                    .stage("first", (event, sequence, endOfBatch) -> {})
                    .build();
            var subscriber = new OneByOne<Integer>(1);
            pipeline.publisher("flow", (int[] event) -> event[0])
                    .on(simulation.scheduler())
                    .subscribe(subscriber);
            Worlds.start(simulation, "producer", () -> {
                for (int number = 0; number < ALL; number++) {
                    int value = number;
                    pipeline.publish((event, sequence) -> event[0] = value);
                }
            });
            Worlds.start(simulation, "canceller", subscriber::cancel);
            simulation.run();
            assertThat(pipeline.stats().stages()).containsOnlyKeys("first");
            assertThat(subscriber.received)
                    .isEqualTo(IntStream.range(0, subscriber.received.size())
                            .boxed()
                            .toList());
        });
    }

    private static PipelineBuilder<int[]> pipeline(Simulation simulation) {
        return Pipeline.builder(() -> new int[1]).capacity(2).scheduler(simulation.scheduler());
    }

    /** What the actor that counts is told. */
    private sealed interface Told {
        record More(Emitter<Integer> output) implements Told {}

        record Gone(Emitter<Integer> output) implements Told {}
    }

    private static ActorRef<Told> counter(ActorSystem system, List<String> ends) {
        AtomicInteger next = new AtomicInteger();
        return system.spawn(context -> message -> {
            switch (message) {
                case Told.More(Emitter<Integer> output) -> {
                    while (next.get() < ALL && output.requested() > 0) {
                        assertThat(output.emit(next.get())).isTrue();
                        next.incrementAndGet();
                    }
                    if (next.get() == ALL) {
                        output.complete();
                    }
                }
                case Told.Gone(Emitter<Integer> output) -> ends.add("gone");
            }
        });
    }

    private static ActorSystem system(Simulation simulation) {
        return ActorSystem.builder("flow").scheduler(simulation.scheduler()).build();
    }

    @Test
    void shouldBringAllElementsAndTheEndFromActorToActor() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            List<Object> received = new ArrayList<>();
            ActorRef<Object> sink = system.spawn(
                    ActorOptions.defaults().mailbox(Mailbox.bounded(2, OverflowPolicy.BLOCK)),
                    context -> received::add);
            system.<Integer, Told>publisher(counter(system, new ArrayList<>()), Told.More::new, Told.Gone::new)
                    .subscribe(system.subscriber(sink, element -> element, () -> "complete", cause -> cause));
            Worlds.start(simulation, "other sender", () -> sink.tell(OTHER));
            simulation.run();
            received.remove(OTHER);
            assertThat(received).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, "complete");
        });
    }

    @Test
    void shouldTellAnActorOnceOfASubscriberThatCancels() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            List<String> ends = new ArrayList<>();
            var subscriber = new OneByOne<Integer>(2);
            system.<Integer, Told>publisher(counter(system, ends), Told.More::new, Told.Gone::new)
                    .subscribe(subscriber);
            Worlds.start(simulation, "canceller", subscriber::cancel);
            simulation.run();
            assertThat(subscriber.received)
                    .isEqualTo(IntStream.range(0, subscriber.received.size())
                            .boxed()
                            .toList());
            assertThat(ends.isEmpty() ? subscriber.ends : "").isIn("", "complete");
            assertThat(ends.size() + (subscriber.ends.isEmpty() ? 0 : 1)).isOne();
        });
    }

    @Test
    void shouldGiveEachResultOfATaskOnce() {
        Worlds.check(simulation -> {
            BoundedExecutor executor = BoundedExecutor.builder(2).build();
            List<Callable<Integer>> tasks = IntStream.range(0, ALL)
                    .<Callable<Integer>>mapToObj(number -> () -> number)
                    .toList();
            var subscriber = new OneByOne<Integer>(3);
            executor.results(tasks).concurrency(3).on(simulation.scheduler()).subscribe(subscriber);
            simulation.run();
            assertThat(subscriber.ends).isEqualTo("complete");
            assertThat(subscriber.received).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
        });
    }

    @Test
    void shouldLeaveNoTaskBehindASubscriberThatCancels() {
        Worlds.check(simulation -> {
            BoundedExecutor executor = BoundedExecutor.builder(2).build();
            List<Callable<Integer>> tasks = IntStream.range(0, ALL)
                    .<Callable<Integer>>mapToObj(number -> () -> number)
                    .toList();
            var subscriber = new OneByOne<Integer>(2);
            executor.results(tasks).on(simulation.scheduler()).subscribe(subscriber);
            Worlds.start(simulation, "canceller", subscriber::cancel);
            simulation.run();
            assertThat(subscriber.received).doesNotHaveDuplicates();
            assertThat(executor.stats().inFlight() + executor.stats().waiting()).isZero();
        });
    }

    @Test
    void shouldTellOfEachActionOfAGraphOnceAndBehindWhatItDependsOn() {
        Worlds.check(simulation -> {
            TaskGraphDraft draft = TaskGraph.draft();
            Action<Integer> first = draft.action("first", context -> 0);
            Action<Integer> second = draft.action("second", context -> 1);
            Action<Integer> last = draft.action("last", context -> 2).after(first);
            GraphRun run = draft.build().start(GraphOptions.defaults().scheduler(simulation.scheduler()));
            var subscriber = new OneByOne<ActionOutcome>(1);
            run.publisher(simulation.scheduler()).subscribe(subscriber);
            Worlds.start(simulation, "canceller", run::cancel);
            simulation.run();
            assertThat(subscriber.ends).isEqualTo("complete");
            assertThat(subscriber.received)
                    .extracting(ActionOutcome::action)
                    .containsExactlyInAnyOrder(first, second, last)
                    .containsSubsequence(first, last);
            simulation.sometimes(
                    "cancelled in the middle",
                    run.snapshot().succeeded() > 0 && run.snapshot().cancelled() > 0);
        });
    }

    /** A subscriber that requests some elements at first, and one more with each that it is done with. */
    private static final class OneByOne<T> implements Flow.Subscriber<T> {
        private final List<T> received = new ArrayList<>();
        private final int window;
        private String ends = "";
        private Flow.@Nullable Subscription subscription;

        OneByOne(int window) {
            this.window = window;
        }

        void cancel() {
            Objects.requireNonNull(subscription).cancel();
        }

        @Override
        public void onSubscribe(Flow.Subscription subscribed) {
            subscription = subscribed;
            subscribed.request(window);
        }

        @Override
        public void onNext(T element) {
            received.add(element);
            Objects.requireNonNull(subscription).request(1);
        }

        @Override
        public void onError(Throwable cause) {
            ends += cause;
        }

        @Override
        public void onComplete() {
            ends += "complete";
        }
    }
}
