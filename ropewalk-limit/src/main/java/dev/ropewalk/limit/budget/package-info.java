/** How a budget admits: its resources, the line of requests, and gauges of memory. */
@NullMarked
package dev.ropewalk.limit.budget;

import org.jspecify.annotations.NullMarked;
