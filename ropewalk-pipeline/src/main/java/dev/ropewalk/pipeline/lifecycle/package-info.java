/** How a pipeline begins, fails and ends. */
@NullMarked
package dev.ropewalk.pipeline.lifecycle;

import org.jspecify.annotations.NullMarked;
