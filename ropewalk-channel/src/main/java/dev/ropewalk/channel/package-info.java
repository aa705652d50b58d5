/**
 * Channels and processes: communicating sequential processes for virtual threads, platform threads and strands alike.
 *
 * <ul>
 *   <li>{@link dev.ropewalk.channel.Channel} hands elements from {@linkplain dev.ropewalk.channel.Sender senders} to
 *       {@linkplain dev.ropewalk.channel.Receiver receivers}, in order, with or without a buffer.
 *   <li>{@link dev.ropewalk.channel.Select} waits for whichever of several sends and receives can happen first.
 *   <li>{@link dev.ropewalk.channel.ProcessScope} runs processes, which are virtual threads, that live no longer than it does.
 *   <li>{@link dev.ropewalk.channel.Channels} merges, pipes, maps, batches and {@linkplain dev.ropewalk.channel.Broadcast
 *       broadcasts} what comes from channels, by processes of a scope.
 *   <li>{@link dev.ropewalk.channel.Ticker} is a clock whose ticks are received.
 * </ul>
 *
 * <p>Memory effects: what a thread did before it sent an element happens-before what is done with it by whoever receives it,
 * in a thread or in a callback. What was done before a channel was closed or failed happens-before what is done by those who
 * are told.
 */
@NullMarked
package dev.ropewalk.channel;

import org.jspecify.annotations.NullMarked;
