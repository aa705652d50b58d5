/** The outbox: messages that wait on the disk until entities have handled them. */
@NullMarked
package dev.ropewalk.cluster.outbox;

import org.jspecify.annotations.NullMarked;
