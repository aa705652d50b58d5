/** Typed, supervised and bounded actors. */
@NullMarked
package dev.ropewalk.actor;

import org.jspecify.annotations.NullMarked;
