package dev.ropewalk.channel.snippets;

import dev.ropewalk.channel.Broadcast;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.Channels;
import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.ScopedProcess;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.Ticker;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Flow;

/** The code that the documentation of channels shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class ChannelSnippets {
    private volatile boolean running;

    interface Price {}

    interface Order {}

    record Row(Order order) {
        static Row of(Order order) {
            return new Row(order);
        }
    }

    interface Table {
        void insert(List<Row> rows);
    }

    abstract void show(Price price);

    abstract void log(String line);

    abstract String report();

    abstract boolean hasReport();

    void channels(ProcessScope scope) {
        // @start region="channel" :
        Channel<String> lines = Channel.buffered(16);
        scope.spawn(() -> {
            lines.send("to be twisted");
            lines.close();
        });
        for (String line : lines) {
            System.out.println(line);
        }
        // @end
    }

    void scopes(Scheduler scheduler) throws InterruptedException {
        // @start region="scope" :
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            Channel<Integer> squares = scope.<Integer>channel().name("squares").rendezvous();
            scope.spawn("sender", () -> squares.send(7 * 7));
            ScopedProcess<Integer> receiver = scope.spawn("receiver", () -> squares.receive());
            scope.join();
            System.out.println(receiver.result());
        }
        // @end
    }

    void selects(Channel<Order> orders, Channel<String> reports) throws InterruptedException {
        // @start region="select" :
        Select<String> select = Select.<String>fair()
                .receive(orders, order -> "order " + order)
                .send(reports, this::report, () -> "reported")
                .when(this::hasReport)
                .timeout(Duration.ofSeconds(1), () -> "nothing to do")
                .build();
        while (running) {
            log(select.select());
        }
        // @end
    }

    void tickers(Scheduler scheduler, Channel<Order> orders) throws InterruptedException {
        // @start region="ticker" :
        try (Ticker ticker = Ticker.every(scheduler, Duration.ofSeconds(1))) {
            Select<String> select = Select.<String>fair()
                    .receive(orders, order -> "order " + order)
                    .receive(ticker.receiver(), tick -> "tick " + tick)
                    .build();
            while (running) {
                log(select.select());
            }
        }
        // @end
    }

    void ticks(Scheduler scheduler, Flow.Subscriber<Long> clock) {
        // @start region="ticks" :
        Ticker.every(scheduler, Duration.ofSeconds(1)).receiver().publisher().subscribe(clock);
        // @end
    }

    void broadcasts(ProcessScope scope, Price price) throws InterruptedException {
        // @start region="broadcast" :
        Channel<Price> prices = Channel.rendezvous();
        Broadcast<Price> broadcast = Channels.broadcast(scope, prices);
        try (Broadcast.Subscription<Price> latest = broadcast.subscribe(Channel.conflated())) {
            prices.send(price);
            show(latest.receiver().receive());
        }
        // @end
    }

    void operators(ProcessScope scope, Table table) {
        // @start region="operators" :
        Channel<Order> orders = Channel.buffered(100);
        Receiver<Row> rows = Channels.map(scope, orders, Row::of);
        for (List<Row> batch : Channels.batch(scope, rows, 50, Duration.ofMillis(10))) {
            table.insert(batch);
        }
        // @end
    }

    void flows(Channel<Order> orders, Flow.Publisher<Order> web, Flow.Subscriber<Order> books) {
        // @start region="flow" :
        web.subscribe(orders.subscriber());
        PendingOperation connection = orders.to(books);
        // @end
    }
}
