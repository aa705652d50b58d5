/** Entities: where each is, how it begins and ends, and the gate by which no message is lost in between. */
@NullMarked
package dev.ropewalk.cluster.entity;

import org.jspecify.annotations.NullMarked;
