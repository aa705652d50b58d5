/** What meters a kind of parts has, and those of one part in one registry. */
@NullMarked
package dev.ropewalk.micrometer.part;

import org.jspecify.annotations.NullMarked;
