package dev.ropewalk.pipeline;

/**
 * How far a producer last saw the slowest stage, so that it needn't look each time. Stages only advance: what is cached is
 * never too high. It may be shared by threads, whose racing writes then leave either's value, both right.
 */
final class ConsumedCache {
    long sequence = Sequence.BEFORE_FIRST;
}
