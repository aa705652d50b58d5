/** Process scopes: their processes, how they end, and the detection of deadlock. */
@NullMarked
package dev.ropewalk.channel.scope;

import org.jspecify.annotations.NullMarked;
