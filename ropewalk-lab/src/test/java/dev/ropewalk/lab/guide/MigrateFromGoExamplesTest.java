package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.DeadlockException;
import dev.ropewalk.channel.ProcessFailedException;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ScopedProcess;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.Ticker;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.task.BoundedExecutor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The code of the page about moving from Go, that of Go aside. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MigrateFromGoExamplesTest {
    private final Scheduler scheduler = Scheduler.create();

    @AfterAll
    void close() {
        scheduler.close();
    }

    @Test
    void shouldSquareWhatComes() throws Exception {
        List<Integer> printed = new ArrayList<>();
        // @start region="pipeline" :
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            Channel<Integer> numbers = scope.<Integer>channel().rendezvous(); // make(chan int)
            Channel<Integer> squares = scope.<Integer>channel().buffered(16); // make(chan int, 16)
            scope.spawn("numbers", () -> {
                for (int i = 1; i <= 3; i++) {
                    numbers.send(i);
                }
                numbers.close();
            });
            scope.spawn("squares", () -> {
                for (int number : numbers) { // ends when it is closed and empty
                    squares.send(number * number);
                }
                squares.close();
            });
            for (int square : squares) {
                printed.add(square);
            }
            scope.join();
        }
        // @end
        assertThat(printed).containsExactly(1, 4, 9);
    }

    @Test
    void shouldSelect() throws Exception {
        Channel<String> orders = Channel.buffered(16);
        Channel<Boolean> quit = Channel.rendezvous();
        orders.send("rope");
        orders.send("twine");
        List<String> told = new ArrayList<>();
        // @start region="select" :
        Select<String> select = Select.<String>random() // Go's way; fair() and inOrder() are others
                .receive(orders, order -> "order " + order)
                .receiveResult(quit, end -> "quit") // also when the channel is closed
                .timeout(Duration.ofMillis(10), () -> "nothing came") // otherwise(...) is default:
                .build();
        for (int i = 0; i < 3; i++) {
            told.add(select.select());
        }
        quit.close();
        told.add(select.select());
        // @end
        assertThat(told).containsExactly("order rope", "order twine", "nothing came", "quit");
    }

    @Test
    void shouldFailWithTheFirstError() throws Exception {
        List<String> told = new ArrayList<>();
        // @start region="group" :
        try (ProcessScope scope = ProcessScope.builder(scheduler)
                .deadline(Duration.ofMinutes(1)) // context.WithTimeout
                .open()) {
            ScopedProcess<String> page = scope.spawn("page", () -> load("rope"));
            ScopedProcess<String> price = scope.spawn("price", () -> {
                throw new IOException("no route"); // the others are interrupted
            });
            scope.join(); // g.Wait(); throws
            told.add(page.result() + price.result());
        } catch (ProcessFailedException e) {
            told.add(e.process() + ": " + e.getCause().getMessage());
        }
        // @end
        assertThat(told).containsExactly("price: no route");
    }

    private static String load(String what) throws InterruptedException {
        new CountDownLatch(1).await();
        return what;
    }

    @Test
    void shouldReportADeadlock() throws Exception {
        List<String> told = new ArrayList<>();
        // @start region="deadlock" :
        try (ProcessScope scope = ProcessScope.builder(scheduler).name("shop").open()) {
            Channel<String> orders = scope.<String>channel().name("orders").rendezvous();
            scope.spawn("books", () -> orders.forEach(order -> {}));
            scope.join(); // nobody sends, nobody closes
        } catch (DeadlockException e) {
            told.add(e.getMessage());
        }
        // @end
        assertThat(told).singleElement().asString().contains("books", "orders");
    }

    @Test
    void shouldBoundWhatRuns() throws Exception {
        List<Integer> lengths = new ArrayList<>();
        // @start region="bounded" :
        try (BoundedExecutor pages = BoundedExecutor.builder(20).build()) { // g.SetLimit(20)
            List<Future<Integer>> futures = IntStream.range(0, 100)
                    .mapToObj(i -> pages.submit(() -> ("page " + i).length()))
                    .toList();
            for (Future<Integer> future : futures) {
                lengths.add(future.get());
            }
        }
        // @end
        assertThat(lengths).hasSize(100).startsWith(6).endsWith(7);
    }

    private int balance;

    @Test
    void shouldNeedNoMutex() throws Exception {
        var done = new CountDownLatch(100);
        // @start region="strand" :
        Strand account = scheduler.newStrand(); // instead of a sync.Mutex beside the balance
        for (int i = 0; i < 100; i++) {
            account.execute(() -> {
                balance += 10;
                done.countDown();
            });
        }
        // @end
        done.await();
        var seen = new CountDownLatch(1);
        int[] sum = new int[1];
        account.execute(() -> {
            sum[0] = balance;
            seen.countDown();
        });
        seen.await();
        assertThat(sum[0]).isEqualTo(1000);
    }

    @Test
    void shouldTick() throws Exception {
        List<Long> ticks = new ArrayList<>();
        // @start region="ticker" :
        try (Ticker ticker = Ticker.every(scheduler, Duration.ofMillis(1))) {
            for (int i = 0; i < 3; i++) {
                ticks.add(ticker.receiver().receive()); // how many periods have passed
            }
        } // defer ticker.Stop(): not optional here
        // @end
        assertThat(ticks).hasSize(3).isSorted().doesNotHaveDuplicates();
    }
}
