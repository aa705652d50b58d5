package dev.ropewalk.cluster.codec.frame;

/** Values of any registered type, with the type's id before them. */
public interface FrameTypes {
    /** Writes the id of a value's type, and the value. */
    void write(FrameOutput out, Object value);

    /** Reads an id and a value of its type, which must be this type or one below it. */
    Object read(FrameInput in, Class<?> type);
}
