@NullMarked
package dev.ropewalk.task;

import org.jspecify.annotations.NullMarked;
