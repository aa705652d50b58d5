/** The process that starts the nodes and obeys commands. */
@NullMarked
package dev.ropewalk.demo.control;

import org.jspecify.annotations.NullMarked;
