package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How tickers and operators are used. */
class FlowExamplesTest {
    private final Scheduler scheduler = Scheduler.create();
    private final ProcessScope scope = ProcessScope.open(scheduler);

    @AfterEach
    void close() {
        scope.close();
        scheduler.close();
    }

    @Test
    void shouldFlushAtEachTick() throws InterruptedException {
        Channel<String> lines = Channel.buffered(16);
        List<String> page = new ArrayList<>();
        try (Ticker ticker = Ticker.every(scheduler, Duration.ofMillis(2))) {
            Select<Boolean> select = Select.<Boolean>fair()
                    .receive(lines, page::add)
                    .receive(ticker.receiver(), tick -> page.size() < 2)
                    .build();
            lines.send("laid side by side");
            lines.send("twisted into rope");
            boolean more = true;
            while (more) {
                more = select.select();
            }
        }

        assertThat(page).containsExactly("laid side by side", "twisted into rope");
    }

    @Test
    void shouldGiveUpAfterSomeTimeForSeveralRounds() throws InterruptedException {
        Channel<Integer> answers = Channel.buffered(2);
        answers.send(1);
        answers.send(2);
        int sum = 0;
        try (Ticker timeout = Ticker.once(scheduler, Duration.ofMillis(5))) {
            Select<Integer> select = Select.<Integer>inOrder()
                    .receive(answers, answer -> answer)
                    .receive(timeout.receiver(), tick -> -1)
                    .build();
            for (int answer = select.select(); answer > 0; answer = select.select()) {
                sum += answer;
            }
        }

        assertThat(sum).isEqualTo(3);
    }

    @Test
    void shouldMergeMapAndBatch() throws InterruptedException {
        Channel<Integer> shop = scope.<Integer>channel().name("shop").buffered(4);
        Channel<Integer> web = scope.<Integer>channel().name("web").buffered(4);
        Receiver<Integer> orders = Channels.merge(scope, shop, web);
        Receiver<String> rows = Channels.map(scope, orders, order -> "order " + order);
        Receiver<List<String>> batches = Channels.batch(scope, rows, 10, Duration.ofMillis(5));
        scope.spawn(() -> {
            for (int i = 0; i < 25; i++) {
                (i % 5 == 0 ? shop : web).send(i);
            }
            shop.close();
            web.close();
        });
        List<String> table = new ArrayList<>();
        for (List<String> batch : batches) {
            table.addAll(batch);
        }
        scope.join();

        assertThat(table).hasSize(25).contains("order 0", "order 24");
    }

    @Test
    void shouldPipeIntoAChannelOfOnesOwn() throws InterruptedException {
        Channel<Integer> measured = Channel.rendezvous();
        Channel<Integer> latest = Channel.conflated();
        Channels.pipe(scope, measured, latest);
        for (int i = 1; i <= 100; i++) {
            measured.send(i);
        }
        measured.close();
        scope.join();

        assertThat(latest.receive()).isEqualTo(100);
    }

    @Test
    void shouldBroadcastToSubscribersOfAllSorts() throws InterruptedException {
        Channel<Integer> prices = Channel.rendezvous();
        Broadcast<Integer> broadcast = Channels.broadcast(scope, prices);
        Broadcast.Subscription<Integer> display = broadcast.subscribe(Channel.conflated());
        Broadcast.Subscription<Integer> archive = broadcast.subscribe(Channel.buffered(2));
        List<Integer> archived = new ArrayList<>();
        scope.spawn(() -> archive.receiver().forEach(archived::add));
        for (int price = 1; price <= 10; price++) {
            prices.send(price);
        }
        prices.close();
        scope.join();

        assertThat(display.receiver().receive()).isEqualTo(10);
        assertThat(archived).hasSize(10).isSorted();
    }
}
