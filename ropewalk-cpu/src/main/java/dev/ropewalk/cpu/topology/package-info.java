/**
 * The CPUs of the machine as the kernel tells of them, by its files and its calls. It uses no other room. Start with {@link
 * dev.ropewalk.cpu.topology.TopologyReader}.
 */
@NullMarked
package dev.ropewalk.cpu.topology;

import org.jspecify.annotations.NullMarked;
