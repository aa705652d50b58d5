/** The cluster of one process. */
@NullMarked
package dev.ropewalk.cluster.local;

import org.jspecify.annotations.NullMarked;
