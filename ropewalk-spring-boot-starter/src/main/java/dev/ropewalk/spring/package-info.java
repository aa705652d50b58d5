/** Parts of Ropewalk as beans of a Spring Boot application. */
@NullMarked
package dev.ropewalk.spring;

import org.jspecify.annotations.NullMarked;
