/**
 * What all parts of a flow agree on: a {@link dev.ropewalk.flow.chain.Head} pushes elements through fused {@linkplain
 * dev.ropewalk.flow.chain.Stage stages} as long as they are wanted.
 *
 * <p>Start reading with {@link dev.ropewalk.flow.chain.Stage}, then {@link dev.ropewalk.flow.chain.SteppedHead}. An {@link
 * dev.ropewalk.flow.chain.Input} ends one row of stages and feeds the head of the next.
 */
@NullMarked
package dev.ropewalk.flow.chain;

import org.jspecify.annotations.NullMarked;
