/** Two threads, or two processes, and messages through shared memory: latency, throughput, and what pinning does to them. */
@NullMarked
package dev.ropewalk.lab.affinity;

import org.jspecify.annotations.NullMarked;
