package dev.ropewalk.cluster.channel;

/**
 * By what the node knows what belongs to channels.
 *
 * @param element the kind of messages that are elements
 * @param toHome the kind of records that ends tell
 * @param toEnd the kind of records that channels tell
 */
public record ChannelKinds(byte element, byte toHome, byte toEnd) {}
