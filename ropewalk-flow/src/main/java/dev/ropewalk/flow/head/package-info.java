/** Heads of the first row of a flow: what elements come from. Start reading with {@link dev.ropewalk.flow.head.PublisherHead}. */
@NullMarked
package dev.ropewalk.flow.head;

import org.jspecify.annotations.NullMarked;
