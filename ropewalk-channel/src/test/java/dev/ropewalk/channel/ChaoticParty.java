package dev.ropewalk.channel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Sends and receives in forms that it chooses at random, changes its mind, and doesn't mind being interrupted. */
final class ChaoticParty {
    private static final int REJECTED_ONE_OF = 500;

    private final RandomGenerator random;

    ChaoticParty(RandomGenerator random) {
        this.random = random;
    }

    /** Tries until the element is sent; returns false if the channel has ended. */
    boolean send(Channel<Integer> channel, Integer element) {
        SendResult result = new SendResult.Full();
        while (result instanceof SendResult.Full) {
            result = sendOnce(channel, element);
        }
        return result.isSent();
    }

    private SendResult sendOnce(Channel<Integer> channel, Integer element) {
        try {
            return switch (random.nextInt(8)) {
                case 0 -> channel.trySendResult(element);
                case 1 -> channel.sendResult(element, time());
                case 2 -> sendAndPerhapsCancel(channel, element);
                case 3 ->
                    Select.<SendResult>random()
                            .sendResult(channel, () -> element, result -> result)
                            .timeout(time(), SendResult.Full::new)
                            .build()
                            .select();
                default -> channel.sendResult(element);
            };
        } catch (InterruptedException e) {
            return new SendResult.Full();
        }
    }

    private Duration time() {
        return Duration.ofNanos(random.nextInt(50_000));
    }

    private SendResult sendAndPerhapsCancel(Channel<Integer> channel, Integer element) {
        CompletableFuture<SendResult> told = new CompletableFuture<>();
        PendingOperation pending = channel.sendAsync(element, Runnable::run, told::complete);
        return random.nextBoolean() && pending.cancel() ? new SendResult.Full() : told.join();
    }

    /** Tries once to receive; returns false if the channel has ended. */
    boolean receive(Channel<Integer> channel, Consumer<Integer> sink) {
        try {
            ReceiveResult<Integer> result = switch (random.nextInt(8)) {
                case 0 -> channel.tryReceiveResult();
                case 1 -> channel.receiveResult(time());
                case 2 -> receiveAndPerhapsCancel(channel);
                case 3 ->
                    Select.<ReceiveResult<Integer>>random()
                            .receiveResult(channel, received -> received)
                            .timeout(time(), ReceiveResult.Empty::new)
                            .build()
                            .select();
                case 4 -> drain(channel, sink);
                default -> channel.receiveResult();
            };
            if (result instanceof ReceiveResult.Received<Integer>(Integer element)) {
                sink.accept(element);
                return true;
            }
            return result instanceof ReceiveResult.Empty;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private ReceiveResult<Integer> drain(Channel<Integer> channel, Consumer<Integer> sink) {
        List<Integer> target = new ArrayList<>();
        try {
            channel.drainTo(target, 1 + random.nextInt(8));
        } catch (ChannelClosedException e) {
            return new ReceiveResult.Closed<>();
        }
        target.forEach(sink);
        return new ReceiveResult.Empty<>();
    }

    private ReceiveResult<Integer> receiveAndPerhapsCancel(Channel<Integer> channel) {
        CompletableFuture<ReceiveResult<Integer>> told = new CompletableFuture<>();
        boolean rejects = random.nextInt(REJECTED_ONE_OF) == 0;
        Executor executor = task -> {
            if (rejects) {
                told.complete(new ReceiveResult.Empty<>());
                throw new RejectedExecutionException("by chance");
            }
            task.run();
        };
        PendingOperation pending = channel.receiveAsync(executor, told::complete);
        return random.nextBoolean() && pending.cancel() ? new ReceiveResult.Empty<>() : told.join();
    }
}
