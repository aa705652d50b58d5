/**
 * The life of an actor in its tree: its states, its children, its failures and restarts, its stop, and its watchers.
 *
 * <p>It uses {@code support}, and knows nothing of messages. Start with {@link dev.ropewalk.actor.supervision.ActorLife}. What changes a life
 * is a {@link dev.ropewalk.actor.supervision.SystemMessage}; {@link dev.ropewalk.actor.supervision.Supervisor} decides about failures, and {@link
 * dev.ropewalk.actor.supervision.DeathWatch} tells of stops.
 */
@NullMarked
package dev.ropewalk.actor.supervision;

import org.jspecify.annotations.NullMarked;
