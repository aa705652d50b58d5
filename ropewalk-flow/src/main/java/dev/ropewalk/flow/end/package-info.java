/** Ends of the last row of a flow: where elements go to. */
@NullMarked
package dev.ropewalk.flow.end;

import org.jspecify.annotations.NullMarked;
