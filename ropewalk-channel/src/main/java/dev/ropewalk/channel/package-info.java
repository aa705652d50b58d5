/**
 * Channels and processes: communicating sequential processes for virtual threads, platform threads and strands alike.
 *
 * <ul>
 *   <li>{@link dev.ropewalk.channel.Channel} hands elements from {@linkplain dev.ropewalk.channel.Sender senders} to
 *       {@linkplain dev.ropewalk.channel.Receiver receivers}, in order, with or without a buffer.
 *   <li>{@link dev.ropewalk.channel.Select} waits for whichever of several sends and receives can happen first.
 *   <li>{@link dev.ropewalk.channel.ProcessScope} runs processes, which are virtual threads, that live no longer than it does.
 *   <li>{@link dev.ropewalk.channel.Channels} merges, pipes, maps, filters, zips, batches and {@linkplain
 *       dev.ropewalk.channel.Broadcast broadcasts} what comes from channels, by processes of a scope.
 *   <li>A channel is a source and a sink of {@link java.util.concurrent.Flow}: {@link dev.ropewalk.channel.Receiver#to}, {@link
 *       dev.ropewalk.channel.Receiver#publisher}, {@link dev.ropewalk.channel.Sender#subscriber}.
 *   <li>{@link dev.ropewalk.channel.Ticker} is a clock whose ticks are received.
 * </ul>
 *
 * <p>Memory effects: what a thread did before it sent an element happens-before what its receiver, a thread or a callback,
 * does with it. What a thread did before it closed or failed a channel happens-before what other parties do when they are
 * told of that.
 */
@NullMarked
package dev.ropewalk.channel;

import org.jspecify.annotations.NullMarked;
