/**
 * Actors as publishers and subscribers of {@link java.util.concurrent.Flow}.
 *
 * <p>It uses {@code cell}, and what all models share for this, {@code dev.ropewalk.base.flow}. Start with {@link
 * dev.ropewalk.actor.flow.ActorSubscriber} and {@link dev.ropewalk.actor.flow.ActorSubscription}.
 */
@NullMarked
package dev.ropewalk.actor.flow;

import org.jspecify.annotations.NullMarked;
