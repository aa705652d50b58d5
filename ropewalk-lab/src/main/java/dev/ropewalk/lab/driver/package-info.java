/** The driver, which asks contenders in turn for measured iterations, and the JVMs that they live in. */
@NullMarked
package dev.ropewalk.lab.driver;

import org.jspecify.annotations.NullMarked;
