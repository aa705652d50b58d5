/**
 * The options of a scheduler, its log, and the pace of its reports. It uses no other room. Start with {@link
 * dev.ropewalk.scheduler.support.SchedulerOptions}.
 */
@NullMarked
package dev.ropewalk.scheduler.support;

import org.jspecify.annotations.NullMarked;
