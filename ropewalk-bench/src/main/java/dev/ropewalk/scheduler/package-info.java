/** Microbenchmarks of what only this package sees. */
@NullMarked
package dev.ropewalk.scheduler;

import org.jspecify.annotations.NullMarked;
