/**
 * Publishing: how producers claim places of the ring, wait for them, and publish or abort what they have claimed. It uses the rooms
 * {@code stage}, for what the parts of a pipeline share, {@code capacity}, {@code lifecycle} and {@code sequence}. Start with {@link
 * dev.ropewalk.pipeline.publish.Claimer}.
 */
@NullMarked
package dev.ropewalk.pipeline.publish;

import org.jspecify.annotations.NullMarked;
