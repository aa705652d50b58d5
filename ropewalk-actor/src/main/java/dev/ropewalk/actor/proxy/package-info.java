/**
 * Classes that turn the calls of an interface into messages.
 *
 * <p>It uses {@code cell} only where a call becomes a message, in {@link dev.ropewalk.actor.proxy.CellTarget}. Start with {@link
 * dev.ropewalk.actor.proxy.ProxyFactory}.
 */
@NullMarked
package dev.ropewalk.actor.proxy;

import org.jspecify.annotations.NullMarked;
