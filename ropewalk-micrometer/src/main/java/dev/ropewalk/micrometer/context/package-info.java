/** How the context of Micrometer's library is carried, with spans and names for the log. */
@NullMarked
package dev.ropewalk.micrometer.context;

import org.jspecify.annotations.NullMarked;
