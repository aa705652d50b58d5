/** Admission of tasks and the threads that run them. */
@NullMarked
package dev.ropewalk.task.run;

import org.jspecify.annotations.NullMarked;
