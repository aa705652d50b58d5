/** What entities that are passivated when idle can say of it, for those that work by themselves. */
@NullMarked
package dev.ropewalk.cluster.idle;

import org.jspecify.annotations.NullMarked;
