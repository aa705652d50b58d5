/**
 * Experiments {@code limits} and {@code resource}: what it costs to bound what is in flight on virtual threads. What is
 * measured is {@link dev.ropewalk.lab.limits.Program}, a process that has nothing of the lab in it but a few classes here.
 */
@NullMarked
package dev.ropewalk.lab.limits;

import org.jspecify.annotations.NullMarked;
