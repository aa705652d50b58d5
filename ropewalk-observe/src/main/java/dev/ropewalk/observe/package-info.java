/** What is going on in this JVM: all live parts at once, health, and JMX. */
@NullMarked
package dev.ropewalk.observe;

import org.jspecify.annotations.NullMarked;
