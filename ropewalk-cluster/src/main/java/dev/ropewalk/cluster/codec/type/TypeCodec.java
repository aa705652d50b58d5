package dev.ropewalk.cluster.codec.type;

import dev.ropewalk.cluster.codec.value.ValueCodec;

/** Writes and reads values of a registered type, without its id. */
public interface TypeCodec extends ValueCodec {
    /** Returns the id, from 1. */
    int id();

    /** Returns the type. */
    Class<?> type();
}
