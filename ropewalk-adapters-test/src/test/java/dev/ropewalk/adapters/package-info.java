/** What other libraries do with executors of Ropewalk. */
@NullMarked
package dev.ropewalk.adapters;

import org.jspecify.annotations.NullMarked;
