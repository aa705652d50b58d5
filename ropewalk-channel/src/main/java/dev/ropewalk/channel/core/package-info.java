/**
 * The channel itself: its steps under its lock, its buffer, its end, and the parties that wait at it.
 *
 * <p>It uses no other room. {@link dev.ropewalk.channel.core.ChannelScope} is what it asks of the scope that a channel belongs
 * to. Start reading with {@link dev.ropewalk.channel.core.ChannelCore}, which argues about the steps, then {@link
 * dev.ropewalk.channel.core.LockedChannel}, which makes the forms of sending and receiving of them, and {@code ChannelWaiter},
 * which tells how a wait ends.
 */
@NullMarked
package dev.ropewalk.channel.core;

import org.jspecify.annotations.NullMarked;
