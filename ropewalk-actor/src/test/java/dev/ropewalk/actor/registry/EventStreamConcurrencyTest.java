package dev.ropewalk.actor.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ListedTermination;
import dev.ropewalk.actor.RecordingRef;
import dev.ropewalk.actor.support.Loggers;
import dev.ropewalk.base.LimitedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Publishes while subscriptions come and go in other threads. */
class EventStreamConcurrencyTest {
    private static final int EVENTS = 20_000;
    private static final int CHANGES = 5_000;
    private static final int THREADS = 2;

    private interface Event {}

    private record Numbered(int publisher, int number) implements Event {}

    private final CountDownLatch changers = new CountDownLatch(THREADS);
    private final ListedTermination termination = new ListedTermination();
    private final SubscriberTable stream =
            new SubscriberTable(termination, new LimitedLog(Loggers.LOG, "actor system", System::nanoTime));

    @Test
    void shouldLoseNoEventOfASteadySubscriberNorItsOrder() throws Exception {
        var steady = new RecordingRef<Event>("/steady");
        stream.subscribe(Event.class, steady);

        inParallel(this::publishAll, this::comeAndGo);

        for (int publisher = 0; publisher < THREADS; publisher++) {
            int number = publisher;
            assertThat(steady.received.stream()
                            .map(Numbered.class::cast)
                            .filter(event -> event.publisher() == number)
                            .map(Numbered::number))
                    .containsExactlyElementsOf(
                            IntStream.range(0, EVENTS).boxed().toList());
        }
        assertThat(termination.count()).isEqualTo(1);
    }

    /** Each thread sees its own changes in its own events, whatever the others do. */
    @Test
    void shouldHaveChangedWhenAChangeReturns() throws Exception {
        inParallel(this::publishUntilChanged, this::seeOwnChanges);

        assertThat(RegistryInsides.isEmpty(stream)).isTrue();
    }

    private void publishAll(int publisher) {
        for (int i = 0; i < EVENTS; i++) {
            stream.publish(new Numbered(publisher, i));
        }
    }

    private void publishUntilChanged(int publisher) {
        while (changers.getCount() > 0) {
            stream.publish(new Numbered(publisher, 0));
        }
    }

    private void comeAndGo(int thread) {
        for (int i = 0; i < CHANGES; i++) {
            var guest = new RecordingRef<>("/guest-" + thread);
            stream.subscribe(Numbered.class, guest);
            stream.subscribe(Object.class, guest);
            if (i % 2 == 0) {
                termination.stop(guest);
            } else {
                stream.unsubscribe(Object.class, guest);
                stream.unsubscribe(Numbered.class, guest);
            }
        }
    }

    private void seeOwnChanges(int thread) {
        try {
            for (int i = 0; i < CHANGES; i++) {
                seeOwnChange(new Numbered(THREADS + thread, i));
            }
        } finally {
            changers.countDown();
        }
    }

    private void seeOwnChange(Numbered mine) {
        var guest = new RecordingRef<>("/guest");
        stream.subscribe(Event.class, guest);
        stream.publish(mine);
        assertThat(guest.received).contains(mine);

        if (mine.number() % 2 == 0) {
            termination.stop(guest);
        } else {
            stream.unsubscribe(Event.class, guest);
        }
        guest.received.clear();
        stream.publish(mine);
        assertThat(guest.received).doesNotContain(mine);
    }

    private interface Part {
        void run(int thread);
    }

    private static void inParallel(Part... parts) throws Exception {
        var start = new CountDownLatch(1);
        try (ExecutorService executor = Executors.newCachedThreadPool()) {
            List<Future<Void>> done = new ArrayList<>();
            for (Part part : parts) {
                for (int thread = 0; thread < THREADS; thread++) {
                    int number = thread;
                    Callable<Void> task = () -> {
                        start.await();
                        part.run(number);
                        return null;
                    };
                    done.add(executor.submit(task));
                }
            }
            start.countDown();
            for (Future<Void> each : done) {
                each.get(1, TimeUnit.MINUTES);
            }
        }
    }
}
