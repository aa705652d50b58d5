@NullMarked
package dev.ropewalk.cluster.channel;

import org.jspecify.annotations.NullMarked;
