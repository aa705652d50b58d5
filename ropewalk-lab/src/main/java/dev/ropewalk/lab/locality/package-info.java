/** Experiment {@code locality}: what an actor loses when its next message is processed elsewhere. */
@NullMarked
package dev.ropewalk.lab.locality;

import org.jspecify.annotations.NullMarked;
