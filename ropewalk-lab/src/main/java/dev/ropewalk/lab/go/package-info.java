/** Contenders written in Go: programs that are built on the spot and measure themselves in a process of their own. */
@NullMarked
package dev.ropewalk.lab.go;

import org.jspecify.annotations.NullMarked;
