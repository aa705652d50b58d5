/** What coroutines of Kotlin run on. */
@NullMarked
package dev.ropewalk.lab.coroutines;

import org.jspecify.annotations.NullMarked;
