/**
 * Small tools that several modules of Ropewalk share. None of them knows a scheduler or starts a thread. They are not for
 * programs that use Ropewalk, and change without notice.
 *
 * <ul>
 *   <li>Arguments: {@link dev.ropewalk.base.Nulls}, {@link dev.ropewalk.base.Names}, {@link dev.ropewalk.base.Durations}.
 *   <li>Memory: {@link dev.ropewalk.base.CacheLinePadding}, {@link dev.ropewalk.base.VarHandles},
 *       {@link dev.ropewalk.base.BriefLock}, {@link dev.ropewalk.base.StackRoom}.
 *   <li>Looking: {@link dev.ropewalk.base.Inventory}, {@link dev.ropewalk.base.Envelope}.
 *   <li>Publishers and subscribers: the room {@code dev.ropewalk.base.flow}.
 *   <li>Contexts that travel with what is sent: {@link dev.ropewalk.base.Contexts}, {@link dev.ropewalk.base.ContextCarrier}.
 *   <li>Trouble: {@link dev.ropewalk.base.SafeLog}, {@link dev.ropewalk.base.LimitedLog},
 *       {@link dev.ropewalk.base.RateLimit}, {@link dev.ropewalk.base.Failures}, {@link dev.ropewalk.base.Attempts},
 *       {@link dev.ropewalk.base.Uninterruptibly}.
 * </ul>
 */
@NullMarked
package dev.ropewalk.base;

import org.jspecify.annotations.NullMarked;
