/** Classes that the tests of broken code break. */
@NullMarked
package dev.ropewalk.stress.sample;

import org.jspecify.annotations.NullMarked;
