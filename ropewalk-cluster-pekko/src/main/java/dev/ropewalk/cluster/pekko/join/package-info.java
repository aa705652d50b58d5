/** How a node becomes a member: it finds out what its seeds are, joins one, or founds a cluster when none can be a member. */
@NullMarked
package dev.ropewalk.cluster.pekko.join;

import org.jspecify.annotations.NullMarked;
