/** Registered types on the wire, and the table that finds them by id and by class. */
@NullMarked
package dev.ropewalk.cluster.codec.type;

import org.jspecify.annotations.NullMarked;
