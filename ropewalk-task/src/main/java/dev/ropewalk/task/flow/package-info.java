/**
 * Results of tasks as publishers of {@link java.util.concurrent.Flow}.
 *
 * <p>It uses the room queue, and what all models share for this, {@code dev.ropewalk.base.flow}. Start reading with {@link
 * dev.ropewalk.task.flow.ResultSubscription}.
 */
@NullMarked
package dev.ropewalk.task.flow;

import org.jspecify.annotations.NullMarked;
