package dev.ropewalk.cluster.codec;

/**
 * How large a frame and what is in it may be. Immutable; each method returns changed limits.
 *
 * <p>They hold where a frame is written, and again where it is read. All nodes should have the same: a frame that is within its writer's
 * limits alone is refused by its reader.
 *
 * @param maxFrameBytes bytes of a frame, 1 MiB by default. Between nodes on Pekko each frame is written into a buffer of that size outside the heap, however small it is; a node keeps up to 16 of them, or 32 MiB, but 4 at least
 * @param maxDepth how deep records, collections and optionals may be nested, up to 256; 32 by default
 * @param maxElements elements of all collections in a frame, an entry of a map being one; 65 536 by default
 * @param maxStringBytes bytes of a string in UTF-8, 256 KiB by default
 * @param maxNumberBytes bytes of a big integer, and of the unscaled value of a big decimal; 128 by default
 * @param maxScale the largest scale of a big decimal, and the smallest if negated; 1000 by default
 */
public record CodecLimits(
        int maxFrameBytes, int maxDepth, int maxElements, int maxStringBytes, int maxNumberBytes, int maxScale) {
    private static final int MIN_FRAME_BYTES = 16;
    private static final int MAX_FRAME_BYTES = 1 << 30;
    private static final int MAX_DEPTH = 256;
    private static final int MAX_NUMBER_BYTES = 64 << 10;
    private static final CodecLimits DEFAULTS = new CodecLimits(1 << 20, 32, 1 << 16, 256 << 10, 128, 1000);

    /** Checks them. */
    public CodecLimits {
        check("maxFrameBytes", maxFrameBytes, MIN_FRAME_BYTES, MAX_FRAME_BYTES);
        check("maxDepth", maxDepth, 1, MAX_DEPTH);
        check("maxElements", maxElements, 0, MAX_FRAME_BYTES);
        check("maxStringBytes", maxStringBytes, 0, MAX_FRAME_BYTES);
        check("maxNumberBytes", maxNumberBytes, 1, MAX_NUMBER_BYTES);
        check("maxScale", maxScale, 0, Integer.MAX_VALUE);
    }

    private static void check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be from " + min + " to " + max + ", not " + value);
        }
    }

    /** Returns the limits that are taken without others. */
    public static CodecLimits defaults() {
        return DEFAULTS;
    }

    /** Returns these with frames of so many bytes at most. */
    public CodecLimits maxFrameBytes(int bytes) {
        return new CodecLimits(bytes, maxDepth, maxElements, maxStringBytes, maxNumberBytes, maxScale);
    }

    /** Returns these with values nested so deep at most. */
    public CodecLimits maxDepth(int depth) {
        return new CodecLimits(maxFrameBytes, depth, maxElements, maxStringBytes, maxNumberBytes, maxScale);
    }

    /** Returns these with so many elements in a frame at most. */
    public CodecLimits maxElements(int elements) {
        return new CodecLimits(maxFrameBytes, maxDepth, elements, maxStringBytes, maxNumberBytes, maxScale);
    }

    /** Returns these with strings of so many bytes at most. */
    public CodecLimits maxStringBytes(int bytes) {
        return new CodecLimits(maxFrameBytes, maxDepth, maxElements, bytes, maxNumberBytes, maxScale);
    }

    /** Returns these with big numbers of so many bytes at most. */
    public CodecLimits maxNumberBytes(int bytes) {
        return new CodecLimits(maxFrameBytes, maxDepth, maxElements, maxStringBytes, bytes, maxScale);
    }

    /** Returns these with big decimals of scales up to this one, and down to it if negated. */
    public CodecLimits maxScale(int scale) {
        return new CodecLimits(maxFrameBytes, maxDepth, maxElements, maxStringBytes, maxNumberBytes, scale);
    }
}
