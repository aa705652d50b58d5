package dev.ropewalk.channel;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.testing.Await;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;

/** Makes the parties of a test send and receive. */
public final class Parties implements AutoCloseable {
    private final Scheduler scheduler =
            Scheduler.builder().name("parties").workers(2).build();
    private final Strand strand = scheduler.newStrand(Placement.SOFT);

    Strand strand() {
        return strand;
    }

    private ThreadFactory threads(Party party) {
        return switch (party) {
            case PLATFORM_THREAD -> Thread.ofPlatform().daemon().factory();
            case VIRTUAL_THREAD -> Thread.ofVirtual().factory();
            case CARRIED_THREAD -> scheduler.threadFactory();
            case CALLBACK -> throw new IllegalArgumentException("a callback has no thread");
        };
    }

    /** Runs a call in a thread of a party's sort. */
    <R> Operation<R> run(Party party, Callable<R> call) {
        return Operation.inThread(threads(party), call);
    }

    <T> Operation<SendResult> send(Party party, Sender<T> channel, T element) {
        return party == Party.CALLBACK
                ? Operation.asCallback(callback -> channel.sendAsync(element, strand, callback))
                : run(party, () -> channel.sendResult(element));
    }

    <T> Operation<ReceiveResult<T>> receive(Party party, Receiver<T> channel) {
        return party == Party.CALLBACK
                ? Operation.asCallback(callback -> channel.receiveAsync(strand, callback))
                : run(party, channel::receiveResult);
    }

    public <R> Operation<R> select(Party party, Select<R> select) {
        return party == Party.CALLBACK
                ? Operation.asCallback(callback -> select.selectAsync(strand, callback))
                : run(party, select::select);
    }

    /** As {@link #select}, and waits until it waits in a channel. */
    public <R> Operation<R> waitingSelect(Party party, Select<R> select, Channel<?> channel) {
        int before = waiting(channel);
        Operation<R> operation = select(party, select);
        Await.until("a waiting select", () -> waiting(channel) > before);
        return operation;
    }

    private static int waiting(Channel<?> channel) {
        ChannelStats stats = channel.stats();
        return stats.waitingSenders() + stats.waitingReceivers();
    }

    /** As {@link #send}, and waits until it waits in the channel. */
    public <T> Operation<SendResult> waitingSend(Party party, Channel<T> channel, T element) {
        int before = channel.stats().waitingSenders();
        Operation<SendResult> operation = send(party, channel, element);
        Await.until("a waiting sender", () -> channel.stats().waitingSenders() == before + 1);
        return operation;
    }

    /** As {@link #receive}, and waits until it waits in the channel. */
    public <T> Operation<ReceiveResult<T>> waitingReceive(Party party, Channel<T> channel) {
        int before = channel.stats().waitingReceivers();
        Operation<ReceiveResult<T>> operation = receive(party, channel);
        Await.until("a waiting receiver", () -> channel.stats().waitingReceivers() == before + 1);
        return operation;
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
