/**
 * What every room of this module needs of a system, and what knows no actor.
 *
 * <p>It uses no other room. Start with {@link dev.ropewalk.actor.support.SystemServices}: the scheduler, the log and the timers of one
 * system; {@link dev.ropewalk.actor.support.Completions} runs the callbacks of users.
 */
@NullMarked
package dev.ropewalk.actor.support;

import org.jspecify.annotations.NullMarked;
