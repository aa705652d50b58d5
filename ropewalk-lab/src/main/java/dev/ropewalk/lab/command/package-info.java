/** The sub-commands of {@code ropewalk lab}. */
@NullMarked
package dev.ropewalk.lab.command;

import org.jspecify.annotations.NullMarked;
