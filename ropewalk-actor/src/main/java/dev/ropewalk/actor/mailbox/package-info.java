/** The mailboxes of actors: their queues, what happens when one is full, and what waits for capacity. */
@NullMarked
package dev.ropewalk.actor.mailbox;

import org.jspecify.annotations.NullMarked;
