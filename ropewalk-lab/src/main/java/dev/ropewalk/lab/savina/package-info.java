/** The experiment {@code savina}: small programs of actors, each written once per runtime. */
@NullMarked
package dev.ropewalk.lab.savina;

import org.jspecify.annotations.NullMarked;
