/** What can be wrong with parts, told by two looks at them. */
@NullMarked
package dev.ropewalk.observe.health;

import org.jspecify.annotations.NullMarked;
