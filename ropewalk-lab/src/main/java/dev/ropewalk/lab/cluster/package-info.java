/** The experiment {@code cluster}: entities on many nodes, beside sharding of Pekko. */
@NullMarked
package dev.ropewalk.lab.cluster;

import org.jspecify.annotations.NullMarked;
