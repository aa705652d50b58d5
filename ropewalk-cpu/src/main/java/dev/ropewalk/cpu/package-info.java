/** CPU topology, pinning of threads and idle strategies. */
@NullMarked
package dev.ropewalk.cpu;

import org.jspecify.annotations.NullMarked;
