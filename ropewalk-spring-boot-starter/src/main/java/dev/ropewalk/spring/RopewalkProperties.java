package dev.ropewalk.spring;

import dev.ropewalk.task.OverflowPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application may say of its parts. What isn't set has the default of the part's builder.
 *
 * @param scheduler of the scheduler
 * @param taskScheduler of the task scheduler
 * @param actorSystem of the actor system
 * @param executor of the bounded executor
 * @param limiters of limiters, by name
 * @param shutdown of the end
 * @param health of the health indicator
 * @param metrics of the meters
 */
@ConfigurationProperties("ropewalk")
record RopewalkProperties(
        @DefaultValue SchedulerSettings scheduler,
        @DefaultValue TaskSchedulerSettings taskScheduler,
        @DefaultValue ActorSystemSettings actorSystem,
        @DefaultValue ExecutorSettings executor,
        @DefaultValue Map<String, LimiterSettings> limiters,
        @DefaultValue ShutdownSettings shutdown,
        @DefaultValue HealthSettings health,
        @DefaultValue MetricsSettings metrics) {
    /** What a limit follows. */
    enum Algorithm {
        /** Slowly up while all goes well, and down by a factor on a sign of overload. */
        AIMD,
        /** A small queue is kept at the service. */
        VEGAS,
        /** Down as round trips become longer than usual. */
        GRADIENT
    }

    /**
     * Of the scheduler.
     *
     * @param name what threads, messages and meters call it; the name of the application by default
     * @param workers number of workers; one for each CPU by default
     * @param maxSpareWorkers how many workers may be added in place of blocked ones; 256 by default
     * @param pinWorkers whether each worker is pinned to a CPU
     * @param daemon whether the JVM may end while the scheduler is open
     * @param stealPrice what moving a strand to another worker is taken to cost; 50 us by default
     * @param spin for how long a worker without work looks for some before it parks; 50 us by default
     * @param stuckAfter after how long in one task a worker counts as stuck; 100 ms by default
     */
    record SchedulerSettings(
            @Nullable String name,
            @Nullable Integer workers,
            @Nullable Integer maxSpareWorkers,
            @DefaultValue("false") boolean pinWorkers,
            @DefaultValue("true") boolean daemon,
            @Nullable Duration stealPrice,
            @Nullable Duration spin,
            @Nullable Duration stuckAfter) {}

    /**
     * Of the task scheduler.
     *
     * @param enabled whether scheduled tasks run on Ropewalk's scheduler
     */
    record TaskSchedulerSettings(@DefaultValue("true") boolean enabled) {}

    /**
     * Of the actor system.
     *
     * @param enabled whether there is one
     * @param name its name; that of the application by default
     */
    record ActorSystemSettings(
            @DefaultValue("true") boolean enabled, @Nullable String name) {}

    /**
     * Of the bounded executor.
     *
     * @param enabled whether there is one, and runs asynchronous tasks of the application
     * @param name what messages and meters call it, and threads with a number behind
     * @param limit how many tasks run at once
     * @param queueCapacity how many more may wait; no bound by default
     * @param overflow what is done with a task that finds no room in the queue
     * @param freshThreads whether each task has a thread of its own, for code that leaves thread-locals
     */
    record ExecutorSettings(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("tasks") String name,
            @DefaultValue("256") int limit,
            @Nullable Integer queueCapacity,
            @DefaultValue("reject") OverflowPolicy overflow,
            @DefaultValue("false") boolean freshThreads) {}

    /**
     * Of one limiter. It has either a limit or an algorithm.
     *
     * @param limit how many may be in flight at once
     * @param algorithm what the limit follows
     * @param initial the limit that the algorithm begins with; 20 by default
     * @param min the lowest limit of the algorithm; 1 by default
     * @param max the highest limit of the algorithm; 1000 by default
     * @param maxWaiting how many may wait; no bound by default
     * @param maxWait how long a call of a limited method waits for a permit before it is refused
     * @param newestFirst whether the newest waiter is admitted first
     * @param drops which exceptions of a limited method are signs of overload; all by default
     */
    record LimiterSettings(
            @Nullable Integer limit,
            @Nullable Algorithm algorithm,
            @Nullable Integer initial,
            @Nullable Integer min,
            @Nullable Integer max,
            @Nullable Integer maxWaiting,
            @DefaultValue("0") Duration maxWait,
            @DefaultValue("false") boolean newestFirst,
            @DefaultValue("java.lang.Throwable") List<Class<? extends Throwable>> drops) {}

    /**
     * Of the end.
     *
     * @param timeout how long each part may take to end: first the executor, then the actors, then the scheduler
     */
    record ShutdownSettings(@DefaultValue("20s") Duration timeout) {}

    /**
     * Of the health indicator.
     *
     * @param window how far back the look is, at least, that a check compares with
     */
    record HealthSettings(@DefaultValue("10s") Duration window) {}

    /**
     * Of the meters.
     *
     * @param enabled whether all parts have meters
     */
    record MetricsSettings(@DefaultValue("true") boolean enabled) {}
}
