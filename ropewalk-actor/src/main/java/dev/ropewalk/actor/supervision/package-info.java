/** The life of an actor: its states, system messages, children, restarts and death watch. */
@NullMarked
package dev.ropewalk.actor.supervision;

import org.jspecify.annotations.NullMarked;
