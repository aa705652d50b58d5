/** Rivals whose libraries exclude those of others, each in a class loader of its own. */
@NullMarked
package dev.ropewalk.lab.isolation;

import org.jspecify.annotations.NullMarked;
