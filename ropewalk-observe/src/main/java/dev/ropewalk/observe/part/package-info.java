/** The parts that live in this JVM, by kind: which there are, and how they are asked. */
@NullMarked
package dev.ropewalk.observe.part;

import org.jspecify.annotations.NullMarked;
