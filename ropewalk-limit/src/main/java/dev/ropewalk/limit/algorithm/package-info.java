/**
 * The rules by which a limit adapts to latency and to load. The room {@code permit} and bounded executors use it; it
 * uses no other room. Start with {@link dev.ropewalk.limit.algorithm.AdaptiveLimit}, which asks an algorithm, and
 * {@link dev.ropewalk.limit.algorithm.LatencyLimit}, which the algorithms that follow latency share.
 */
@NullMarked
package dev.ropewalk.limit.algorithm;

import org.jspecify.annotations.NullMarked;
