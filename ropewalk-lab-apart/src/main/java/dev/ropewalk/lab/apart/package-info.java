/**
 * Published rivals whose libraries exclude those of others. The lab loads this package and what it needs by a class loader of their
 * own, so that only types of the JDK are in common: constructors take and classes implement nothing else.
 */
@NullMarked
package dev.ropewalk.lab.apart;

import org.jspecify.annotations.NullMarked;
