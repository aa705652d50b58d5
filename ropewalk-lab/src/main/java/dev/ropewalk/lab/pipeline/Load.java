package dev.ropewalk.lab.pipeline;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;

/**
 * What a cell asks for.
 *
 * @param events of the pass that measures throughput
 * @param rate at which events are published where their latency is measured, a second
 * @param idleMillis how long nothing is published where that is measured, 0 where it isn't
 */
record Load(Graph graph, Feed feed, int capacity, long events, long rate, long idleMillis) {
    private static final int BURST = 10;
    private static final long BURST_INTERVAL_NANOS = 1_000_000;
    private static final long BURSTS_A_MILLI = 1;
    private static final long SELDOM_INTERVAL_MILLIS = 2;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long EVENTS_PER_TIMED = 16;
    private static final long EVENTS_PER_IDLE_MILLI = 1000;
    private static final long LONGEST_IDLE_MILLIS = 1000;

    /** Ten thousand events a second. */
    static final Schedule LOW = Schedule.inBursts(BURST, BURST_INTERVAL_NANOS);
    /** One event at a time, and then idle again. */
    static final Schedule SELDOM = Schedule.seldom(SELDOM_INTERVAL_MILLIS * NANOS_PER_MILLI);

    static Load of(Cell cell) {
        Params params = cell.params();
        Workload workload = Workload.named(params);
        Graph graph = workload.graph(params.integer(Workload.WIDTH));
        var feed = new Feed(graph, cell.seed());
        long events = params.number(Workload.EVENTS);
        return new Load(
                graph,
                feed,
                params.integer(Workload.CAPACITY),
                feed.rounded(events),
                params.number(Workload.RATE),
                workload.isMeasuredIdle() ? Math.clamp(events / EVENTS_PER_IDLE_MILLI, 10, LONGEST_IDLE_MILLIS) : 0);
    }

    /** Returns how many events are published at the fixed rate. */
    long timedEvents() {
        return feed.rounded(Math.max(feed.producers(), events / EVENTS_PER_TIMED));
    }

    /** Returns how many events are published at low load. */
    long lowEvents() {
        return idleMillis / 2 * BURSTS_A_MILLI * BURST;
    }

    /** Returns how many events are published one at a time. */
    long seldomEvents() {
        return idleMillis / 2 / SELDOM_INTERVAL_MILLIS;
    }

    /** Returns the right answer of a pass. */
    String answer(Pass pass) {
        if (pass.equals(Pipelines.IDLE)) {
            return idleMillis == 0 ? unmeasured() : answers(answer(lowEvents()), answer(seldomEvents()));
        }
        return answer(pass.equals(Pipelines.LATENCY) ? timedEvents() : events);
    }

    private String answer(long published) {
        return Lanes.answer(graph, feed, published);
    }

    /** Returns the answer of a pass that publishes nothing. */
    String unmeasured() {
        return "nothing published";
    }

    /** Returns the answer of a pass that publishes twice. */
    static String answers(String first, String second) {
        return first + "; " + second;
    }
}
