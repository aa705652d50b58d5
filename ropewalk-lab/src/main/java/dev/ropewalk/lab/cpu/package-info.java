/** {@code ropewalk cpu}: the machine in a picture, what costs latency on it, and a sampler of its jitter. */
@NullMarked
package dev.ropewalk.lab.cpu;

import org.jspecify.annotations.NullMarked;
