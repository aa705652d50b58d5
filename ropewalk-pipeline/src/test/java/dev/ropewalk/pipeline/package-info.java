@NullMarked
package dev.ropewalk.pipeline;

import org.jspecify.annotations.NullMarked;
