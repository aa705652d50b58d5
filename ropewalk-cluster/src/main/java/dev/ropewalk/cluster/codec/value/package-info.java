/** Values of the JDK's types on the wire, and the places where values stand. */
@NullMarked
package dev.ropewalk.cluster.codec.value;

import org.jspecify.annotations.NullMarked;
