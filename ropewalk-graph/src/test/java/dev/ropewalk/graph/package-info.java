@NullMarked
package dev.ropewalk.graph;

import org.jspecify.annotations.NullMarked;
