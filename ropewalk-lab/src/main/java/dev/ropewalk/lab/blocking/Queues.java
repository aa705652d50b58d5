package dev.ropewalk.lab.blocking;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;

/** The JDK's queues on its virtual threads: no select. */
public final class Queues implements BlockingLibrary {
    /** Makes the library. */
    public Queues() {}

    @Override
    public <T> BlockingChannel<T> channel(int capacity) {
        return new QueueChannel<>(capacity == 0 ? new SynchronousQueue<>() : new ArrayBlockingQueue<>(capacity));
    }

    @Override
    public <T> Selection<T> select(List<BlockingChannel<T>> channels) {
        throw new UnsupportedOperationException("java.util.concurrent has no select");
    }

    @Override
    public Thread start(Runnable process) {
        return Thread.startVirtualThread(process);
    }

    private record QueueChannel<T>(BlockingQueue<T> queue) implements BlockingChannel<T> {
        @Override
        public void send(T element) throws InterruptedException {
            queue.put(element);
        }

        @Override
        public T receive() throws InterruptedException {
            return queue.take();
        }
    }
}
