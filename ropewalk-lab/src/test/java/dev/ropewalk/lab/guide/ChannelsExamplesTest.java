package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.Channels;
import dev.ropewalk.channel.DeadlockException;
import dev.ropewalk.channel.ProcessFailedException;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.ScopedProcess;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.Ticker;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/channels.md, and what it computes. */
class ChannelsExamplesTest {
    private final BlockingQueue<Object> printed = new LinkedBlockingQueue<>();
    private final Scheduler scheduler = Scheduler.create();

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void shouldSquare() throws InterruptedException {
        // @start region="smallest" :
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            Channel<Integer> numbers = scope.<Integer>channel().name("numbers").rendezvous();
            scope.spawn("source", () -> {
                for (int i = 1; i <= 3; i++) {
                    numbers.send(i);
                }
                numbers.close(); // ends the loop below
            });
            scope.spawn("sink", () -> {
                for (int number : numbers) {
                    print(number * number); // 1, 4, 9
                }
            });
            scope.join();
        }
        // @end

        assertThat(printed).containsExactly(1, 4, 9);
    }

    @Test
    void shouldChoose() throws InterruptedException {
        Channel<String> orders = Channel.buffered(1);
        Channel<String> returns = Channel.buffered(1);
        orders.send("12");
        // @start region="select" :
        Select<String> select = Select.<String>fair()
                .receive(orders, order -> "order " + order)
                .receive(returns, order -> "return " + order)
                .timeout(Duration.ofMillis(100), () -> "nothing")
                .build();
        print(select.select()); // order 12
        print(select.select()); // nothing
        // @end

        assertThat(printed).containsExactly("order 12", "nothing");
    }

    @Test
    void shouldBeAPartyWithoutAThread() throws InterruptedException {
        // @start region="async" :
        Channel<String> orders = Channel.rendezvous();
        Strand strand = scheduler.newStrand();
        orders.receiveAsync(strand, result -> print(result)); // the callback runs on the strand
        orders.send("12"); // a thread and a callback meet
        // @end

        assertThat(printed.poll(1, TimeUnit.MINUTES)).asString().contains("12");
    }

    @Test
    void shouldFailTogether() throws InterruptedException {
        // @start region="failing" :
        try (ProcessScope scope = ProcessScope.builder(scheduler).name("shop").open()) {
            Channel<String> orders = scope.<String>channel().name("orders").rendezvous();
            ScopedProcess<String> packer = scope.spawn("packer", () -> orders.receive());
            scope.spawn("intake", () -> {
                throw new IOException("no line");
            });
            scope.join(); // interrupts packer, waits for its end, and throws
            print(packer.result());
        } catch (ProcessFailedException failed) {
            print(failed.getMessage()); // process intake of scope shop has failed: java.io.IOException: no line
        }
        // @end

        assertThat(printed).containsExactly("process intake of scope shop has failed: java.io.IOException: no line");
    }

    @Test
    void shouldReportADeadlock() throws Exception {
        // @start region="deadlock" :
        try (ProcessScope scope = ProcessScope.builder(scheduler).name("shop").open()) {
            Channel<String> orders = scope.<String>channel().name("orders").rendezvous();
            Channel<String> receipts = scope.<String>channel().name("receipts").rendezvous();
            scope.spawn("customer", () -> {
                receipts.receive(); // waits for the receipt before it has ordered
                orders.send("books");
            });
            scope.spawn("clerk", () -> receipts.send("receipt for " + orders.receive()));
            scope.join();
        } catch (DeadlockException deadlock) {
            print(deadlock.getMessage());
        }
        // @end

        List<String> told = plain(printed.remove().toString());
        assertThat(shownReport()).hasSize(4).isEqualTo(told);
    }

    @Test
    void shouldConnectOperators() throws InterruptedException {
        // @start region="operators" :
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            Receiver<Integer> numbers = Channels.produce(scope, out -> {
                for (int i = 1; i <= 10; i++) {
                    out.send(i);
                }
            });
            Receiver<Integer> odd = Channels.filter(scope, numbers, number -> number % 2 == 1);
            Receiver<String> words = Channels.map(scope, odd, number -> "n" + number);
            for (List<String> batch : Channels.batch(scope, words, 3, Duration.ofMinutes(1))) {
                print(batch); // [n1, n3, n5], [n7, n9]
            }
        }
        // @end

        assertThat(printed).containsExactly(List.of("n1", "n3", "n5"), List.of("n7", "n9"));
    }

    @Test
    void shouldTick() throws InterruptedException {
        // @start region="ticker" :
        try (Ticker ticker = Ticker.every(scheduler, Duration.ofMillis(10))) {
            print(ticker.receiver().receive()); // 1, or more if nobody received in time
        }
        // @end

        assertThat(printed.remove())
                .isInstanceOfSatisfying(Long.class, tick -> assertThat(tick).isPositive());
    }

    @Test
    void shouldGiveBackWhatNobodyReceives() throws InterruptedException {
        // @start region="undelivered" :
        Channel<String> files = Channel.<String>builder()
                .name("files")
                .onUndelivered(file -> print("closes " + file)) // whatever was sent and isn't received
                .dropOldest(1);
        files.send("a");
        files.send("b"); // a makes room
        print(files.receive()); // b
        // @end

        assertThat(printed).containsExactly("closes a", "b");
    }

    /** What the page shows of the report, which leaves the stacks out. */
    private static List<String> shownReport() throws IOException {
        return Pattern.compile("```\n(deadlock in scope.*?)\n```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs/guide/channels.md")))
                .results()
                .flatMap(match -> plain(match.group(1)).stream())
                .toList();
    }

    private static List<String> plain(String report) {
        return report.lines()
                .map(String::strip)
                .filter(line -> !line.startsWith("at ") && !line.equals("..."))
                .map(line -> line.replaceAll("since \\d+ m?s", "since").replaceAll("owner .*?:", "owner:"))
                .toList();
    }

    private void print(Object what) {
        printed.add(what);
    }
}
