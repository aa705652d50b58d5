/** Channels whose senders are on other nodes: their receiving and sending ends, and the credit between them. */
@NullMarked
package dev.ropewalk.cluster.channel;

import org.jspecify.annotations.NullMarked;
