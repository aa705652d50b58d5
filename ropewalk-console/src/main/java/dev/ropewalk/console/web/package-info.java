/** How the console is served: over HTTP, to those only who may see it. */
@NullMarked
package dev.ropewalk.console.web;

import org.jspecify.annotations.NullMarked;
