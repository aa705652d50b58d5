/** What the modules above the scheduler share with it, and nobody else may use. */
@NullMarked
package dev.ropewalk.scheduler.internal;

import org.jspecify.annotations.NullMarked;
