/** The order in which actions may start, and the resources that they share. */
@NullMarked
package dev.ropewalk.graph.order;

import org.jspecify.annotations.NullMarked;
