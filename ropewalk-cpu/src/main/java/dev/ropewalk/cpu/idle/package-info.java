/**
 * The states of an idle strategy. It uses no other room. Start with {@link dev.ropewalk.cpu.idle.PhasedIdleStrategy}.
 */
@NullMarked
package dev.ropewalk.cpu.idle;

import org.jspecify.annotations.NullMarked;
