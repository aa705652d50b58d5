package dev.ropewalk.cluster.link;

/**
 * Where the messages of a sender stand.
 *
 * @param messages those that were sent before
 * @param bytes theirs
 * @param confirmed those whose fate the sender knows
 */
record Position(long messages, long bytes, long confirmed) {
    static Position read(LinkInput in) {
        return new Position(in.number(), in.number(), in.number());
    }

    int size() {
        return LinkOutput.sizeOf(messages) + LinkOutput.sizeOf(bytes) + LinkOutput.sizeOf(confirmed);
    }

    void write(LinkOutput out) {
        out.number(messages);
        out.number(bytes);
        out.number(confirmed);
    }
}
