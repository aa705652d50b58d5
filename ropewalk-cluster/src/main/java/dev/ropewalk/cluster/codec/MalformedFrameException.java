package dev.ropewalk.cluster.codec;

import java.io.Serial;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Bytes aren't a frame that this registry reads: they are damaged, beyond the limits, of types that aren't registered, or made to do
 * harm. It has no stack trace, so that a peer that sends rubbish costs little.
 */
public final class MalformedFrameException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** What is wrong. */
    private final Reason reason;

    /** Where it was found. */
    private final int position;

    /** What is wrong with a frame. */
    public enum Reason {
        /** It has more bytes than {@link CodecLimits#maxFrameBytes}. */
        TOO_LARGE,
        /** It doesn't begin as frames do. */
        NOT_A_FRAME,
        /** It is of another version of the wire format. */
        UNKNOWN_FORMAT,
        /** It ends before its value, or a field does. */
        TRUNCATED,
        /** A value leaves bytes of its frame or its field unread. */
        UNREAD_BYTES,
        /** A type's id isn't registered. */
        UNKNOWN_TYPE,
        /** A registered type stands where another one is wanted. */
        UNEXPECTED_TYPE,
        /** A constant's id isn't one of its enum's. */
        UNKNOWN_CONSTANT,
        /** A method's number isn't one of its interface's. */
        UNKNOWN_METHOD,
        /** A record lacks a field that it had from the first. */
        MISSING_FIELD,
        /** A number has more bytes than it needs, or more bits than its type. */
        MALFORMED_NUMBER,
        /** A string isn't UTF-8. */
        MALFORMED_TEXT,
        /** A value isn't one of its type, such as a boolean of 2. */
        OUT_OF_RANGE,
        /** Values are nested deeper than {@link CodecLimits#maxDepth}. */
        TOO_DEEP,
        /** Collections claim more elements than {@link CodecLimits#maxElements}, or than the frame can have. */
        TOO_MANY_ELEMENTS,
        /** A string or a big number is beyond its limit. */
        TOO_LONG,
        /** A set has an element twice, or a map a key. */
        DUPLICATE,
        /** Many keys of a map, or elements of a set, have the same hash: they would make it slow. */
        COLLIDING,
        /** A record's constructor or a codec has thrown; that is the cause. */
        REJECTED
    }

    /** Makes one. */
    public MalformedFrameException(Reason reason, int position, String detail, @Nullable Throwable cause) {
        super(
                Objects.requireNonNull(reason, "reason") + " at byte " + position + ": "
                        + Objects.requireNonNull(detail, "detail"),
                cause,
                true,
                false);
        this.reason = reason;
        this.position = position;
    }

    /** Returns what is wrong. */
    public Reason reason() {
        return reason;
    }

    /** Returns at which byte of the frame it was found, from 0. */
    public int position() {
        return position;
    }
}
