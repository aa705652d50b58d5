package dev.ropewalk.pipeline.stage;

/**
 * What a processor counts. Written by it alone, and read by any thread at any moment: a deliberate race, in which each number is
 * one that was true lately.
 */
final class StageCounters {
    long events;
    long batches;
    long largestBatch;
    long stalls;
    long failures;
    long dropped;
}
