/** A node in a process of its own. */
@NullMarked
package dev.ropewalk.demo.node;

import org.jspecify.annotations.NullMarked;
