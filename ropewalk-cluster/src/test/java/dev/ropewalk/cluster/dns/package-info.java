/** Tests of the room. */
@NullMarked
package dev.ropewalk.cluster.dns;

import org.jspecify.annotations.NullMarked;
