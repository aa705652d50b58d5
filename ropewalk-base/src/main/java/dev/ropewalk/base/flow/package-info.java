/**
 * What the publishers and subscribers of all models share: the rules of {@link java.util.concurrent.Flow} that have nothing to do
 * with where elements come from or go to.
 *
 * <p>Start reading with {@link dev.ropewalk.base.flow.SerialSteps}. A source extends {@link
 * dev.ropewalk.base.flow.SourceSubscription}, a sink {@link dev.ropewalk.base.flow.SinkSubscriber}. The rules are those of Reactive
 * Streams 1.0.4, by whose numbers they are named here.
 */
@NullMarked
package dev.ropewalk.base.flow;

import org.jspecify.annotations.NullMarked;
