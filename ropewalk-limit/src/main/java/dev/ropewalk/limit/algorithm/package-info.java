/** The rules by which a limit adapts to latency and to load. */
@NullMarked
package dev.ropewalk.limit.algorithm;

import org.jspecify.annotations.NullMarked;
