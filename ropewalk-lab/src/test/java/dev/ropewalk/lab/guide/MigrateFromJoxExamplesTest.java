package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.softwaremill.jox.ChannelDone;
import com.softwaremill.jox.ChannelDoneException;
import com.softwaremill.jox.ChannelError;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelFailedException;
import dev.ropewalk.channel.Channels;
import dev.ropewalk.channel.ProcessFailedException;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.Select;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The code of the page about moving from jox, with that of jox. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MigrateFromJoxExamplesTest {
    private final Scheduler scheduler = Scheduler.create();

    @AfterAll
    void close() {
        scheduler.close();
    }

    @Test
    void shouldSendAndReceiveByJox() throws Exception {
        // @start region="joxBuffered" :
        var lines = com.softwaremill.jox.Channel.<String>newBufferedChannel(16);
        Thread reader = Thread.startVirtualThread(() -> {
            try {
                for (String line : List.of("rope", "twine", "cord")) {
                    lines.send(line);
                }
                lines.done();
            } catch (InterruptedException e) {
                lines.error(e);
            }
        });
        List<String> received = lines.toList();
        reader.join();
        // @end
        assertThat(received).containsExactly("rope", "twine", "cord");
    }

    @Test
    void shouldSendAndReceiveByOurs() throws Exception {
        // @start region="buffered" :
        List<String> received = new ArrayList<>();
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            Channel<String> lines = scope.<String>channel().buffered(16);
            scope.spawn("reader", () -> {
                for (String line : List.of("rope", "twine", "cord")) {
                    lines.send(line);
                }
                lines.close();
            });
            lines.forEach(received::add);
            scope.join();
        }
        // @end
        assertThat(received).containsExactly("rope", "twine", "cord");
    }

    @Test
    void shouldTellTheOwnerWhatTheReaderThrew() {
        assertThatThrownBy(() -> {
                    try (ProcessScope scope = ProcessScope.open(scheduler)) {
                        Channel<String> lines = scope.<String>channel().buffered(16);
                        scope.spawn("reader", () -> {
                            throw new IOException("the line is dead");
                        });
                        lines.forEach(line -> {});
                    }
                })
                .isInstanceOf(ChannelFailedException.class)
                .hasRootCauseMessage("the line is dead");
    }

    @Test
    void shouldTellTheEndByJox() throws Exception {
        var orders = com.softwaremill.jox.Channel.<String>newBufferedChannel(16);
        orders.send("rope");
        orders.done();
        List<String> told = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            // @start region="joxEnd" :
            Object received = orders.receiveOrClosed();
            told.add(
                    switch (received) {
                        case ChannelDone done -> "no more";
                        case ChannelError error -> "failed: " + error.cause();
                        default -> "order " + received; // its type is lost
                    });
            // @end
        }
        assertThat(told).containsExactly("order rope", "no more");
        assertThatThrownBy(orders::done).isInstanceOf(ChannelDoneException.class);
    }

    @Test
    void shouldTellTheEndByOurs() throws Exception {
        Channel<String> orders = Channel.buffered(16);
        orders.send("rope");
        orders.close();
        List<String> told = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            // @start region="end" :
            told.add(
                    switch (orders.receiveResult()) {
                        case ReceiveResult.Received<String>(String order) -> "order " + order;
                        case ReceiveResult.Closed<String>() -> "no more";
                        case ReceiveResult.Failed<String>(Throwable cause) -> "failed: " + cause;
                        case ReceiveResult.Empty<String>() -> "none in time"; // only of the timed form
                    });
            // @end
        }
        assertThat(told).containsExactly("order rope", "no more");
        assertThatCode(orders::close).doesNotThrowAnyException();
    }

    @Test
    void shouldSelectByJox() throws Exception {
        var orders = com.softwaremill.jox.Channel.<String>newBufferedChannel(16);
        var returns = com.softwaremill.jox.Channel.<String>newBufferedChannel(16);
        orders.send("rope");
        orders.send("twine");
        returns.send("cord");
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            // @start region="joxSelect" :
            String next = com.softwaremill.jox.Select.select(
                    orders.receiveClause(order -> "order " + order), returns.receiveClause(order -> "return " + order));
            // @end
            chosen.add(next);
        }
        assertThat(chosen).containsExactly("order rope", "order twine", "return cord");
    }

    @Test
    void shouldSelectByOurs() throws Exception {
        Channel<String> orders = Channel.buffered(16);
        Channel<String> returns = Channel.buffered(16);
        orders.send("rope");
        orders.send("twine");
        returns.send("cord");
        List<String> chosen = new ArrayList<>();
        // @start region="select" :
        Select<String> select = Select.<String>fair() // inOrder() is what jox does
                .receive(orders, order -> "order " + order)
                .receive(returns, order -> "return " + order)
                .timeout(Duration.ofSeconds(1), () -> "nothing came")
                .build();
        for (int i = 0; i < 4; i++) {
            chosen.add(select.select());
        }
        // @end
        assertThat(chosen).containsExactly("order rope", "return cord", "order twine", "nothing came");
    }

    @Test
    void shouldCancelTheOthersWhenOneFails() throws Exception {
        List<String> told = new ArrayList<>();
        // @start region="scope" :
        Channel<String> orders = Channel.rendezvous();
        try (ProcessScope scope = ProcessScope.builder(scheduler).name("shop").open()) {
            Receiver<Integer> lengths = Channels.map(scope, orders, String::length);
            scope.spawn("books", () -> lengths.forEach(length -> {}));
            scope.spawn("reader", () -> {
                orders.send("rope");
                throw new IOException("the line is dead"); // interrupts the others
            });
            scope.join();
        } catch (ProcessFailedException e) {
            told.add(e.process() + ": " + e.getCause().getMessage());
        }
        // @end
        assertThat(told).containsExactly("reader: the line is dead");
    }

    @Test
    void shouldPassOnWhatComesFromJox() throws Exception {
        var theirs = com.softwaremill.jox.Channel.<String>newBufferedChannel(16);
        Channel<String> ours = Channel.buffered(16);
        theirs.send("rope");
        theirs.send("twine");
        theirs.done();
        List<String> received = new ArrayList<>();
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            // @start region="across" :
            scope.spawn("from jox", () -> {
                while (true) {
                    switch (theirs.receiveOrClosed()) {
                        case ChannelDone done -> ours.close();
                        case ChannelError error -> ours.fail(error.cause());
                        case Object order -> {
                            ours.send((String) order);
                            continue;
                        }
                    }
                    return;
                }
            });
            // @end
            ours.forEach(received::add);
            scope.join();
        }
        assertThat(received).containsExactly("rope", "twine");
    }

    @Test
    void shouldReceiveWithoutAThread() throws Exception {
        Channel<String> orders = Channel.buffered(16);
        var received = new CompletableFuture<String>();
        // @start region="async" :
        Strand books = scheduler.newStrand();
        orders.receiveAsync(books, result -> {
            if (result instanceof ReceiveResult.Received<String>(String order)) {
                received.complete(order);
            }
        });
        // @end
        orders.send("rope");
        assertThat(received.get()).isEqualTo("rope");
    }

    @Test
    void shouldFailAtOnceAndTellWhatWasLeft() throws Exception {
        // @start region="undelivered" :
        List<String> left = new ArrayList<>();
        Channel<String> orders = Channel.<String>builder()
                .name("orders")
                .onUndelivered(left::add)
                .buffered(16);
        orders.send("rope");
        orders.fail(new IOException("the line is dead")); // what jox calls error(...)
        // @end
        assertThat(left).containsExactly("rope");
        assertThatThrownBy(orders::receive).isInstanceOf(ChannelFailedException.class);

        var joxs = com.softwaremill.jox.Channel.<String>newBufferedChannel(16);
        joxs.send("rope");
        joxs.error(new IOException("the line is dead"));
        assertThat(joxs.receiveOrClosed()).isInstanceOf(ChannelError.class);
    }
}
