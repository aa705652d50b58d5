/** Libraries of channels whose operations block the calling thread, behind one small interface. */
@NullMarked
package dev.ropewalk.lab.blocking;

import org.jspecify.annotations.NullMarked;
