/** Experiments that measure Ropewalk beside its rivals in one run. */
@NullMarked
package dev.ropewalk.lab;

import org.jspecify.annotations.NullMarked;
