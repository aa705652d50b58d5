package dev.ropewalk.lab.coroutines;

import dev.ropewalk.kotlin.Dispatchers;
import dev.ropewalk.scheduler.Scheduler;
import kotlinx.coroutines.CoroutineDispatcher;

/**
 * What coroutines run on.
 *
 * @param end ends what was opened for them
 */
public record CoroutineHost(CoroutineDispatcher dispatcher, Runnable end) implements AutoCloseable {
    /** The flag of the JVM that gives Kotlin as many threads as there are cores. */
    public static final String PARALLELISM =
            "-Dkotlinx.coroutines.default.parallelism=" + Runtime.getRuntime().availableProcessors();

    /** Returns the threads that Kotlin has for all coroutines: as many as there are cores, by {@link #PARALLELISM}. */
    public static CoroutineHost ofKotlin() {
        return new CoroutineHost(kotlinx.coroutines.Dispatchers.getDefault(), () -> {});
    }

    /** Returns workers of Ropewalk. */
    public static CoroutineHost ofRopewalk(int workers) {
        Scheduler scheduler = Scheduler.builder().workers(workers).build();
        return new CoroutineHost(Dispatchers.asCoroutineDispatcher(scheduler), scheduler::close);
    }

    @Override
    public void close() {
        end.run();
    }
}
