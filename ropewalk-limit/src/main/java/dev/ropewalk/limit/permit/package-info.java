/** The permits of a limiter, its slots and its partitions. */
@NullMarked
package dev.ropewalk.limit.permit;

import org.jspecify.annotations.NullMarked;
