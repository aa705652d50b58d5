/**
 * Which actors subscribe to which events and offer which services.
 *
 * <p>It uses {@code cell} to hear of actors that stop. Start with {@link dev.ropewalk.actor.registry.SubscriberTable}, the event stream, and
 * {@link dev.ropewalk.actor.registry.ServiceRegistry}, the receptionist. Both keep their members in {@link
 * dev.ropewalk.actor.registry.Memberships}.
 */
@NullMarked
package dev.ropewalk.actor.registry;

import org.jspecify.annotations.NullMarked;
