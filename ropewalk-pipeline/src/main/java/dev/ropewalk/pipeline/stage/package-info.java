/** The stages of a running pipeline: processors that call handlers, and runners that give them a thread or a strand. */
@NullMarked
package dev.ropewalk.pipeline.stage;

import org.jspecify.annotations.NullMarked;
