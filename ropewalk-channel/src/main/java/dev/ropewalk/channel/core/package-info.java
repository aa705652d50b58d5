/** The channel itself: its lock, its buffer, its end, and the parties that wait at it. */
@NullMarked
package dev.ropewalk.channel.core;

import org.jspecify.annotations.NullMarked;
