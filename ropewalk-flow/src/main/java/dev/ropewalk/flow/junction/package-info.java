/**
 * Heads of later rows, which take their elements from the ends of others: asynchronous boundaries, and what joins several flows. Start
 * reading with {@link dev.ropewalk.flow.junction.Boundary}.
 */
@NullMarked
package dev.ropewalk.flow.junction;

import org.jspecify.annotations.NullMarked;
