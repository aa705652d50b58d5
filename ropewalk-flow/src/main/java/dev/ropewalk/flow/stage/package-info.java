/** Stages that are fused with their neighbours: each calls the next, in the same thread. */
@NullMarked
package dev.ropewalk.flow.stage;

import org.jspecify.annotations.NullMarked;
