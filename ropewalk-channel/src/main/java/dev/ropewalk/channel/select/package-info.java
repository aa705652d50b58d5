/**
 * The choice between several channels.
 *
 * <p>It uses the room core. Start reading with {@link dev.ropewalk.channel.select.ChannelSelect}, which makes a round, then
 * {@code Selection}, which argues why exactly one clause wins.
 */
@NullMarked
package dev.ropewalk.channel.select;

import org.jspecify.annotations.NullMarked;
