/**
 * Pipelines as publishers and subscribers of {@link java.util.concurrent.Flow}.
 *
 * <p>It uses the rooms stage and publish, and what all models share for this, {@code dev.ropewalk.base.flow}. Start reading with
 * {@link dev.ropewalk.pipeline.flow.EventSubscription} and {@link dev.ropewalk.pipeline.flow.PublishingSink}.
 */
@NullMarked
package dev.ropewalk.pipeline.flow;

import org.jspecify.annotations.NullMarked;
