/** What Pekko is told: our options as its configuration, and what is checked before. */
@NullMarked
package dev.ropewalk.cluster.pekko.settings;

import org.jspecify.annotations.NullMarked;
