/** The shop whose entities live on the nodes, its load, and what is counted of it. */
@NullMarked
package dev.ropewalk.demo.shop;

import org.jspecify.annotations.NullMarked;
