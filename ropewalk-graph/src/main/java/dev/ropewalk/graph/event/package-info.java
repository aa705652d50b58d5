/**
 * Events of JDK Flight Recorder. Only code that has found the recorder used may load their classes ({@link
 * dev.ropewalk.base.FlightRecorderState}).
 */
@NullMarked
package dev.ropewalk.graph.event;

import org.jspecify.annotations.NullMarked;
