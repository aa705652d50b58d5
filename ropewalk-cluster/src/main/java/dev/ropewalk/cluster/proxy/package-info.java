/** Entities that are used by an interface: calls become messages, and messages calls. */
@NullMarked
package dev.ropewalk.cluster.proxy;

import org.jspecify.annotations.NullMarked;
