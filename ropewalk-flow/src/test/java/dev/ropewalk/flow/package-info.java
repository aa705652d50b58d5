@NullMarked
package dev.ropewalk.flow;

import org.jspecify.annotations.NullMarked;
