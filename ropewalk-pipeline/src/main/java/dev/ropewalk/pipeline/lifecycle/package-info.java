/**
 * How a pipeline begins, fails and ends, how events are cleared, and what is left at the end. It uses the room {@code
 * sequence}. Start with {@link dev.ropewalk.pipeline.lifecycle.Lifecycle}.
 */
@NullMarked
package dev.ropewalk.pipeline.lifecycle;

import org.jspecify.annotations.NullMarked;
