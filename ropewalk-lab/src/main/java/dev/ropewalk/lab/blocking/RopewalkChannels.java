package dev.ropewalk.lab.blocking;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.SelectBuilder;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerStats;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Ropewalk's channels on virtual threads. */
public final class RopewalkChannels implements BlockingLibrary {
    private final ThreadFactory threads;
    private final @Nullable Scheduler scheduler;

    private RopewalkChannels(ThreadFactory threads, @Nullable Scheduler scheduler) {
        this.threads = threads;
        this.scheduler = scheduler;
    }

    /** Returns channels for threads that run on the workers of a scheduler, where the JVM allows it. */
    public static RopewalkChannels onWorkers(int workers) {
        Scheduler scheduler = Scheduler.builder().workers(workers).build();
        return new RopewalkChannels(scheduler.threadFactory(), scheduler);
    }

    /** Returns channels for threads that run on the JDK's carriers. */
    public static RopewalkChannels onCarriers() {
        return new RopewalkChannels(Thread.ofVirtual().factory(), null);
    }

    @Override
    public <T> BlockingChannel<T> channel(int capacity) {
        return new OwnChannel<>(capacity == 0 ? Channel.rendezvous() : Channel.buffered(capacity));
    }

    @Override
    public <T> Selection<T> select(List<BlockingChannel<T>> channels) {
        SelectBuilder<T> builder = Select.fair();
        for (BlockingChannel<T> channel : channels) {
            builder = builder.receive(((OwnChannel<T>) channel).channel(), element -> element);
        }
        return builder.build()::select;
    }

    @Override
    public Thread start(Runnable process) {
        Thread thread = threads.newThread(process);
        thread.start();
        return thread;
    }

    @Override
    public Optional<SchedulerStats> schedulerStats() {
        return Optional.ofNullable(scheduler).map(Scheduler::stats);
    }

    @Override
    public void close() {
        if (scheduler != null) {
            scheduler.close();
        }
    }

    private record OwnChannel<T>(Channel<T> channel) implements BlockingChannel<T> {
        @Override
        public void send(T element) throws InterruptedException {
            channel.send(element);
        }

        @Override
        public T receive() throws InterruptedException {
            return channel.receive();
        }
    }
}
