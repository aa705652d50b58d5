/** A live page that shows what goes on in a JVM. */
@NullMarked
package dev.ropewalk.console;

import org.jspecify.annotations.NullMarked;
