/**
 * The ring of events, the sequences that count through it, and the sequencers that give out its places. It uses no other room.
 * Start with {@link dev.ropewalk.pipeline.sequence.Sequencer}, then {@link dev.ropewalk.pipeline.sequence.Gating} and {@link
 * dev.ropewalk.pipeline.sequence.Barrier}.
 */
@NullMarked
package dev.ropewalk.pipeline.sequence;

import org.jspecify.annotations.NullMarked;
