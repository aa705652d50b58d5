/** A second process beside a contender's, which is asked for something line by line. */
@NullMarked
package dev.ropewalk.lab.peer;

import org.jspecify.annotations.NullMarked;
