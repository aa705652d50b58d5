package dev.ropewalk.lab.locality;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Executors of the JDK, to which actors are assigned in turn and for good. */
record JdkPool(List<ExecutorService> executors) implements Pool {
    /** Returns one pool of threads that share a queue. */
    static Pool shared(int workers) {
        return new JdkPool(List.of(Executors.newFixedThreadPool(workers)));
    }

    /** Returns the JDK's work-stealing pool: a ForkJoinPool that takes its own tasks in FIFO order. */
    static Pool workStealing(int workers) {
        return new JdkPool(List.of(Executors.newWorkStealingPool(workers)));
    }

    /** Returns an executor of its own for each worker. */
    static Pool dedicated(int workers) {
        return new JdkPool(Stream.generate(() -> Executors.newFixedThreadPool(1))
                .limit(workers)
                .toList());
    }

    @Override
    public Executor executorOf(int actor) {
        return executors.get(actor % executors.size());
    }

    @Override
    public void close() {
        executors.forEach(ExecutorService::close);
    }
}
