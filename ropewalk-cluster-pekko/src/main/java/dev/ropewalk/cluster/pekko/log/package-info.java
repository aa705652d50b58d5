/** Where Pekko's log goes. */
@NullMarked
package dev.ropewalk.cluster.pekko.log;

import org.jspecify.annotations.NullMarked;
