package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/guide/back-pressure.md, and what it computes. */
@SuppressWarnings("FutureReturnValueIgnored") // whenComplete returns what nobody needs
class BackPressureExamplesTest {
    private final Queue<Object> printed = new ConcurrentLinkedQueue<>();

    static final class Slot {
        String order = "";
    }

    record Work(String order, Permit permit) {}

    @Test
    void shouldHoldUpTheSource() throws InterruptedException {
        // @start region="chain" :
        ActorOptions<Object> bounded =
                ActorOptions.defaults().name("books").mailbox(Mailbox.bounded(8, OverflowPolicy.BLOCK));
        try (Scheduler scheduler = Scheduler.create();
                ActorSystem system =
                        ActorSystem.builder("shop").scheduler(scheduler).build()) {
            ActorRef<String> books = system.spawn(bounded, context -> order -> print(order));
            try (Pipeline<Slot> pipeline = Pipeline.builder(Slot::new)
                            .capacity(64)
                            .stage("tell", (slot, sequence, endOfBatch) -> books.tell(slot.order)) // has a thread
                            .build();
                    ProcessScope scope = ProcessScope.open(scheduler)) {
                Channel<String> intake = scope.<String>channel().name("intake").buffered(16);
                scope.spawn("publish", () -> {
                    for (String order : intake) {
                        pipeline.publish((slot, sequence) -> slot.order = order);
                    }
                });
                for (int i = 0; i < 1000; i++) {
                    intake.send("order " + i); // waits when mailbox, ring and channel are full
                }
                intake.close();
                scope.join();
            }
        }
        // @end

        assertThat(printed)
                .containsExactlyElementsOf(IntStream.range(0, 1000)
                        .<Object>mapToObj(i -> "order " + i)
                        .toList());
    }

    @Test
    void shouldRefuseAtTheEdge() throws InterruptedException {
        Channel<String> intake = Channel.buffered(1);
        // @start region="edge" :
        for (String order : new String[] {"books", "pens"}) {
            if (!intake.trySend(order)) { // or send(order, timeout)
                print("too much to do for " + order); // such as status 503 of HTTP
            }
        }
        // @end

        assertThat(printed).containsExactly("too much to do for pens");
        assertThat(intake.receive()).isEqualTo("books");
    }

    @Test
    void shouldBoundTheWholeWay() throws InterruptedException {
        try (BoundedExecutor executor = BoundedExecutor.builder(4).build();
                ActorSystem system = ActorSystem.create("shop")) {
            // @start region="whole" :
            Limiter onTheWay = Limiter.fixed(100).name("on the way").build();
            ActorRef<Work> clerk = system.spawn(
                    "clerk",
                    context -> work -> executor.execute(() -> {
                        try (Permit permit = work.permit()) { // given back by the last part of the way
                            print(work.order());
                            permit.succeed();
                        }
                    }));
            for (int i = 0; i < 1000; i++) {
                clerk.tell(new Work("order " + i, onTheWay.acquire())); // the only place where anybody waits
            }
            // @end
        }

        assertThat(printed).hasSize(1000);
    }

    @Test
    void shouldWaitForTheDisk(@TempDir Path folder) throws InterruptedException {
        try (Journal journal = Journal.open(folder.resolve("orders"));
                Appender appender = journal.appender()) {
            // @start region="journal" :
            Limiter notDurable = Limiter.fixed(1000).name("not durable").build();
            for (int i = 0; i < 5000; i++) {
                Permit permit = notDurable.acquire(); // no more than 1000 records are ahead of the disk
                appender.appendAsync(new byte[100]).whenComplete((index, failure) -> permit.close());
            }
            // @end
            journal.force();

            assertThat(journal.durableIndex()).isEqualTo(5000);
        }
    }

    private void print(Object what) {
        printed.add(what);
    }
}
