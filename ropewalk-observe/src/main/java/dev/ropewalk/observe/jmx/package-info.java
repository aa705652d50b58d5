/** Beans of JMX: how records become open data, and which beans are registered. */
@NullMarked
package dev.ropewalk.observe.jmx;

import org.jspecify.annotations.NullMarked;
