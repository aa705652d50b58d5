package dev.ropewalk.stress;

import dev.ropewalk.scheduler.Strand;

/**
 * A strand under stress.
 *
 * @param strand the strand
 * @param submitter who it is when its tasks submit to others
 * @param diary what its tasks note
 */
record StressedStrand(Strand strand, Submitter submitter, Diary diary) {}
