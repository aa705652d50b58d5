/** Tests of delivery at least once. */
@NullMarked
package dev.ropewalk.cluster.reliable;

import org.jspecify.annotations.NullMarked;
