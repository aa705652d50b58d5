/**
 * Tasks: bounded virtual threads, limits that follow what is measured, budgets over real resources, and graphs of actions.
 */
@NullMarked
package dev.ropewalk.task;

import org.jspecify.annotations.NullMarked;
