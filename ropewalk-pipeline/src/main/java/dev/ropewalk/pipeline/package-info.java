/** Pipelines: a ring of preallocated events, and a graph of stages that each event passes through, in order. */
@NullMarked
package dev.ropewalk.pipeline;

import org.jspecify.annotations.NullMarked;
