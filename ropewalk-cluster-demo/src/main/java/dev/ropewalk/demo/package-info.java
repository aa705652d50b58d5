/** A cluster of many nodes on one machine, and a node for a container. */
@NullMarked
package dev.ropewalk.demo;

import org.jspecify.annotations.NullMarked;
