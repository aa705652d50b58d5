package dev.ropewalk.sim.catalogue;

import dev.ropewalk.channel.Broadcast;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.Channels;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ScopedProcess;
import dev.ropewalk.sim.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Processes that begin, end or are cancelled at another moment than others expect. */
final class ChannelEnds {
    private ChannelEnds() {}

    static List<PlantedBug> bugs() {
        return List.of(
                PlantedBug.of(
                        "the first of two senders closes the channel",
                        Theme.CHANNELS,
                        Symptom.EXCEPTION,
                        ChannelEnds::firstSenderCloses),
                PlantedBug.of(
                        "a channel is looked at and then sent to",
                        Theme.CHANNELS,
                        Symptom.EXCEPTION,
                        ChannelEnds::sendAfterLook),
                PlantedBug.of("no worker is the last one", Theme.CHANNELS, Symptom.DEADLOCK, ChannelEnds::nobodyIsLast),
                PlantedBug.of(
                        "a subscriber comes after the first element",
                        Theme.CHANNELS,
                        Symptom.CHECK,
                        ChannelEnds::lateSubscriber),
                PlantedBug.of(
                        "a process swallows its cancellation",
                        Theme.CHANNELS,
                        Symptom.DEADLOCK,
                        ChannelEnds::missedCancellation));
    }

    private static void firstSenderCloses(Simulation simulation, boolean mended) throws InterruptedException {
        Channel<Integer> numbers = Channel.unlimited();
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int number = i;
            senders.add(Tasks.start(simulation, "sender-" + i, () -> {
                numbers.send(number);
                if (!mended) {
                    numbers.close();
                }
            }));
        }
        for (Thread sender : senders) {
            sender.join();
        }
        numbers.close();
        List<Integer> received = new ArrayList<>();
        numbers.forEach(received::add);
        Checks.equal(List.of(0, 1), received.stream().sorted().toList(), "received");
    }

    private static void sendAfterLook(Simulation simulation, boolean mended) {
        Channel<String> lines = Channel.unlimited();
        Tasks.start(simulation, "sender", () -> {
            if (mended) {
                var _ = lines.sendResult("line");
            } else if (!lines.isClosed()) {
                lines.send("line");
            }
        });
        Tasks.start(simulation, "closer", lines::close);
        simulation.run();
    }

    private static void nobodyIsLast(Simulation simulation, boolean mended) {
        Channel<Integer> squares = Channel.unlimited();
        int workers = 2;
        var active = new Shared<>(workers);
        var counted = new AtomicInteger(workers);
        for (int i = 0; i < workers; i++) {
            int number = i;
            Tasks.start(simulation, "worker-" + i, () -> {
                squares.send(number * number);
                boolean isLast;
                if (mended) {
                    isLast = counted.decrementAndGet() == 0;
                } else {
                    int left = active.get() - 1;
                    active.set(left);
                    isLast = left == 0;
                }
                if (isLast) {
                    squares.close();
                }
            });
        }
        List<Integer> received = new ArrayList<>();
        squares.forEach(received::add);
        Checks.equal(workers, received.size(), "squares");
    }

    private static void lateSubscriber(Simulation simulation, boolean mended) throws InterruptedException {
        List<Integer> shown = new ArrayList<>();
        try (ProcessScope scope = ProcessScope.open(simulation.scheduler())) {
            Channel<Integer> prices = Channel.buffered(2);
            Broadcast<Integer> broadcast = Channels.broadcast(scope, prices);
            if (mended) {
                Broadcast.Subscription<Integer> subscription = broadcast.subscribe();
                scope.spawn("display", () -> show(subscription, shown));
            } else {
                scope.spawn("display", () -> show(broadcast.subscribe(), shown));
            }
            scope.spawn("exchange", () -> {
                prices.send(100);
                prices.close();
            });
            scope.join();
        }
        Checks.equal(List.of(100), shown, "prices shown");
    }

    private static void show(Broadcast.Subscription<Integer> subscription, List<Integer> shown) {
        subscription.receiver().forEach(shown::add);
    }

    private static void missedCancellation(Simulation simulation, boolean mended) throws InterruptedException {
        try (ProcessScope scope = ProcessScope.open(simulation.scheduler())) {
            Channel<String> jobs = Channel.buffered(2);
            jobs.send("first");
            jobs.send("second");
            ScopedProcess<?> worker = scope.spawn("worker", () -> {
                while (!Thread.currentThread().isInterrupted()) {
                    try {
                        Simulation.point(jobs.receive());
                    } catch (InterruptedException e) {
                        if (mended) {
                            return;
                        }
                    }
                }
            });
            worker.cancel();
            scope.join();
        }
    }
}
