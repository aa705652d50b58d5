/** How a registry is built: what the components of records are, and whether all of them can be written. */
@NullMarked
package dev.ropewalk.cluster.codec.build;

import org.jspecify.annotations.NullMarked;
