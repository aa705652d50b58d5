/**
 * The places where simulated code runs and can be stopped: virtual threads that the world's thread carries, or platform threads
 * that pass a baton. Start with {@link dev.ropewalk.sim.thread.Places}.
 */
@NullMarked
package dev.ropewalk.sim.thread;

import org.jspecify.annotations.NullMarked;
