/** Tests of entities whose state is in a store. */
@NullMarked
package dev.ropewalk.cluster.store;

import org.jspecify.annotations.NullMarked;
