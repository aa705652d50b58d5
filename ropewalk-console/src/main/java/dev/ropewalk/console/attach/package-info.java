/** Opens the console in a running JVM from outside. */
@NullMarked
package dev.ropewalk.console.attach;

import org.jspecify.annotations.NullMarked;
