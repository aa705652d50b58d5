/** Operators that run as processes between channels. */
@NullMarked
package dev.ropewalk.channel.operator;

import org.jspecify.annotations.NullMarked;
