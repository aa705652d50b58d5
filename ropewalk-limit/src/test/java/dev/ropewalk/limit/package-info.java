@NullMarked
package dev.ropewalk.limit;

import org.jspecify.annotations.NullMarked;
