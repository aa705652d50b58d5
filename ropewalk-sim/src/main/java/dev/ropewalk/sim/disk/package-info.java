/**
 * A disk in memory, as a file system of the JDK: what is forced stays when the power is cut, and what isn't may get lost. Start
 * with {@link dev.ropewalk.sim.disk.DiskFiles}.
 */
@NullMarked
package dev.ropewalk.sim.disk;

import org.jspecify.annotations.NullMarked;
