@NullMarked
package dev.ropewalk.cluster.codec;

import org.jspecify.annotations.NullMarked;
