/** Meters of all parts for Micrometer. */
@NullMarked
package dev.ropewalk.micrometer;

import org.jspecify.annotations.NullMarked;
