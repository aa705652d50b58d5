/**
 * Apache Pekko on Ropewalk's scheduler, and messages between actors of both.
 *
 * <p>{@link dev.ropewalk.pekko.RopewalkExecutorConfigurator} runs a Pekko system on a scheduler by one line of configuration. {@link
 * dev.ropewalk.pekko.RopewalkSetup} lets it share the scheduler of the program.
 *
 * <p>{@link dev.ropewalk.pekko.PekkoBridge} makes adapters, by which actors of one library tell and ask actors of the other.
 *
 * <p>The program brings its own Pekko, for Scala 3 or 2.13.
 */
@NullMarked
package dev.ropewalk.pekko;

import org.jspecify.annotations.NullMarked;
