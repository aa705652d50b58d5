/** {@code ropewalk journal}: looks into journals, also while they are in use, and repairs them. */
@NullMarked
package dev.ropewalk.lab.journal;

import org.jspecify.annotations.NullMarked;
