package dev.ropewalk.channel.core;

/**
 * The outcome of sending to a full channel that drops.
 *
 * @param element what was dropped for it, or the element itself
 */
record Dropped(Object element) {}
