/** Microbenchmarks. */
@NullMarked
package dev.ropewalk.bench;

import org.jspecify.annotations.NullMarked;
