/**
 * How a budget admits: its resources, the requests that wait for them, and the gauges that measure memory. It uses the
 * room {@code waiter}. Start with {@link dev.ropewalk.limit.budget.Admission}, which decides, then {@link
 * dev.ropewalk.limit.budget.Ledger}, which keeps the books.
 */
@NullMarked
package dev.ropewalk.limit.budget;

import org.jspecify.annotations.NullMarked;
