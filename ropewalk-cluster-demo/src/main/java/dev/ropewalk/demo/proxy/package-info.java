/** What stands between the nodes, so that they can be cut from each other. */
@NullMarked
package dev.ropewalk.demo.proxy;

import org.jspecify.annotations.NullMarked;
