/**
 * The stages of a running pipeline: processors that call handlers, and runners that give them a thread or a strand. It uses
 * the rooms {@code capacity}, {@code lifecycle} and {@code sequence}. Start with {@link
 * dev.ropewalk.pipeline.stage.RunningStage} and {@link dev.ropewalk.pipeline.stage.PipelineContext}; {@link
 * dev.ropewalk.pipeline.stage.Stages} links stages to each other.
 */
@NullMarked
package dev.ropewalk.pipeline.stage;

import org.jspecify.annotations.NullMarked;
