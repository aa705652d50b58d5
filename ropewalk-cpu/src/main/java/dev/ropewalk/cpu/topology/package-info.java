/** The CPUs of the machine as sysfs and the kernel tell of them. */
@NullMarked
package dev.ropewalk.cpu.topology;

import org.jspecify.annotations.NullMarked;
