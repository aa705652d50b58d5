/** What was tried for the sequencer of several producers and beaten, beside what won. */
@NullMarked
package dev.ropewalk.pipeline;

import org.jspecify.annotations.NullMarked;
