/** What the tests of several modules share: waiting, captured logs, child JVMs, and arguments that are null. */
@NullMarked
package dev.ropewalk.testing;

import org.jspecify.annotations.NullMarked;
