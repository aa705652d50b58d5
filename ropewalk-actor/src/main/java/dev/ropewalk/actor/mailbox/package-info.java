/**
 * The mailboxes of actors: their queues, what happens when one is full, and what waits for capacity.
 *
 * <p>It uses {@code supervision}, of which it knows only {@link dev.ropewalk.actor.supervision.ActorLife}. Start with {@link
 * dev.ropewalk.actor.mailbox.MessageQueue}, and with {@link dev.ropewalk.actor.mailbox.MessageQueues} for which kind a mailbox gets. How
 * senders wait is in {@link dev.ropewalk.actor.mailbox.AdmissionQueue}; how a cycle of full mailboxes is found is in {@link
 * dev.ropewalk.actor.mailbox.WaitGraph}. {@link dev.ropewalk.actor.mailbox.InboxQueue} is the queue of a blocking actor.
 */
@NullMarked
package dev.ropewalk.actor.mailbox;

import org.jspecify.annotations.NullMarked;
