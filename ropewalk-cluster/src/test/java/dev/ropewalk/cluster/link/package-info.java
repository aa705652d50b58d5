/** Links between two nodes, mostly in simulations. */
@NullMarked
package dev.ropewalk.cluster.link;

import org.jspecify.annotations.NullMarked;
