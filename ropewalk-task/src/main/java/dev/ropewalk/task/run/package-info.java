/**
 * Admission of tasks, and the runners and threads that run them. It uses the room {@code queue}. Start with {@link
 * dev.ropewalk.task.run.TaskAdmission}, then {@link dev.ropewalk.task.run.TaskRunner}.
 */
@NullMarked
package dev.ropewalk.task.run;

import org.jspecify.annotations.NullMarked;
