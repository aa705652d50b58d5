@NullMarked
package dev.ropewalk.cluster.outbox;

import org.jspecify.annotations.NullMarked;
