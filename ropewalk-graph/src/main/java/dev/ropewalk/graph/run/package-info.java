/** One run of a graph: attempts, retries and events. */
@NullMarked
package dev.ropewalk.graph.run;

import org.jspecify.annotations.NullMarked;
