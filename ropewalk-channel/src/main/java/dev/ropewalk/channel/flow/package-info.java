/**
 * Channels as publishers and subscribers of {@link java.util.concurrent.Flow}.
 *
 * <p>It uses the room core, and what all models share for this, {@code dev.ropewalk.base.flow}. Start reading with {@link
 * dev.ropewalk.channel.flow.ChannelSubscription} and {@link dev.ropewalk.channel.flow.ChannelSubscriber}.
 */
@NullMarked
package dev.ropewalk.channel.flow;

import org.jspecify.annotations.NullMarked;
