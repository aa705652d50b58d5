/**
 * A catalogue of planted bugs: small programs, each of which fails under some schedules only, and a twin of each that never does.
 * A simulator is worth as much as it finds of these, and as it stays silent about the twins. Start with {@link
 * dev.ropewalk.sim.catalogue.Catalogue}.
 */
@NullMarked
package dev.ropewalk.sim.catalogue;

import org.jspecify.annotations.NullMarked;
