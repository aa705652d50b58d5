package dev.ropewalk.pipeline.stage;

/**
 * What a processor counts. Written by it alone, and read by whoever looks, at any moment: a deliberate race, in which each
 * number is one that was true lately.
 */
public final class StageCounters {
    public long events;
    public long batches;
    public long largestBatch;
    public long stalls;
    public long failures;
    public long dropped;
}
