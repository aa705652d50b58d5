/** What the console shows: looks at the live parts, and makes JSON of them. */
@NullMarked
package dev.ropewalk.console.view;

import org.jspecify.annotations.NullMarked;
