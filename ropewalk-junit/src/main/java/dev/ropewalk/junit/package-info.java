/** Tests with parts of Ropewalk, time that the test moves, and a look for what was left open. */
@NullMarked
package dev.ropewalk.junit;

import org.jspecify.annotations.NullMarked;
