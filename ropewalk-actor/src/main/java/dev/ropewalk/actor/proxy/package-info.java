/** Classes that turn the calls of an interface into messages. */
@NullMarked
package dev.ropewalk.actor.proxy;

import org.jspecify.annotations.NullMarked;
