/** The choice between several channels. */
@NullMarked
package dev.ropewalk.channel.select;

import org.jspecify.annotations.NullMarked;
