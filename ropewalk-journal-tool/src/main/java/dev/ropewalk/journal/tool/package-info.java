/** The tool that looks into journals, also while they are in use, and that repairs them. */
@NullMarked
package dev.ropewalk.journal.tool;

import org.jspecify.annotations.NullMarked;
