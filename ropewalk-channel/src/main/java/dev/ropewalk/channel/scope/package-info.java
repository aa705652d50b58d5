/**
 * Process scopes: their processes and channels, how they end, and the detection of deadlocks.
 *
 * <p>It uses the room core. Start reading with {@link dev.ropewalk.channel.scope.VirtualThreadScope}, which puts the parts of a
 * scope together, then {@link dev.ropewalk.channel.scope.VirtualProcess}; {@code DeadlockDetector} argues why a deadlock that is
 * reported is one.
 */
@NullMarked
package dev.ropewalk.channel.scope;

import org.jspecify.annotations.NullMarked;
