/** How a dispatcher of Pekko runs on a scheduler. */
@NullMarked
package dev.ropewalk.pekko.dispatch;

import org.jspecify.annotations.NullMarked;
