/**
 * What is going on in this JVM. All parts that live are found by themselves; nothing has to be switched on.
 *
 * <ul>
 *   <li>{@link dev.ropewalk.observe.JvmSnapshot} is what all parts are like, at about one moment.
 *   <li>{@link dev.ropewalk.observe.HealthReport} names what isn't well, with the actual values and what to do.
 *   <li>{@link dev.ropewalk.observe.JmxExport} shows both by JMX.
 * </ul>
 *
 * <p>The modules of the parts are optional: a program has those that it uses, and sees their parts.
 */
@NullMarked
package dev.ropewalk.observe;

import org.jspecify.annotations.NullMarked;
