package dev.ropewalk.cluster;

import dev.ropewalk.cluster.codec.CodecRegistry;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * How an {@link Outbox} is opened. Immutable; each method returns changed options.
 *
 * @param folder where messages are kept, on a local file system; it is made if it isn't there. One opening at a time, of all processes, has it
 * @param codecs by which messages and keys are written in a {@linkplain Cluster#local local} cluster. A node of a cluster of many uses the cluster's: none are to be given then
 * @param forced whether {@code tell} waits until the message is on the disk, so that it survives the machine's crash. False by default: it survives the end of the process, and the kernel writes it to the disk within some seconds
 * @param segmentBytes the size of the journal's files when the folder is made, a multiple of 4096 up to 1 GiB, 16 MiB by default; one is allocated ahead. A message with its key must fit in one. They are deleted when all in them was handled
 * @param sender how much may be on its way to each entity
 */
public record OutboxOptions(
        Path folder, Optional<CodecRegistry> codecs, boolean forced, long segmentBytes, ReliableOptions sender) {
    private static final long PAGE = 4096;
    private static final long MAX_SEGMENT_BYTES = 1L << 30;
    private static final long SEGMENT_BYTES = 16L << 20;

    /** Checks them. */
    public OutboxOptions {
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(codecs, "codecs");
        Objects.requireNonNull(sender, "sender");
        if (segmentBytes < PAGE || segmentBytes > MAX_SEGMENT_BYTES || segmentBytes % PAGE != 0) {
            throw new IllegalArgumentException("segmentBytes must be a multiple of " + PAGE + " up to "
                    + MAX_SEGMENT_BYTES + ", but is " + segmentBytes);
        }
    }

    /** Returns the options of an outbox in a folder. */
    public static OutboxOptions defaults(Path folder) {
        return new OutboxOptions(folder, Optional.empty(), false, SEGMENT_BYTES, ReliableOptions.defaults());
    }

    /** Sets by which codecs messages are written in a local cluster. */
    public OutboxOptions codecs(CodecRegistry value) {
        return new OutboxOptions(
                folder, Optional.of(Objects.requireNonNull(value, "codecs")), forced, segmentBytes, sender);
    }

    /** Sets whether {@code tell} waits until the message is on the disk. An actor that tells blocks its thread for that. */
    public OutboxOptions forced(boolean value) {
        return new OutboxOptions(folder, codecs, value, segmentBytes, sender);
    }

    /** Sets the size of the journal's files, if there are none yet. */
    public OutboxOptions segmentBytes(long value) {
        return new OutboxOptions(folder, codecs, forced, value, sender);
    }

    /** Sets how much may be on its way to each entity. */
    public OutboxOptions sender(ReliableOptions value) {
        return new OutboxOptions(folder, codecs, forced, segmentBytes, value);
    }
}
