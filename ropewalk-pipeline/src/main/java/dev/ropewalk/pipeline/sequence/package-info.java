/** The ring of events, the sequences that count through it, and the sequencers that give out its places. */
@NullMarked
package dev.ropewalk.pipeline.sequence;

import org.jspecify.annotations.NullMarked;
