package dev.ropewalk.lab.affinity;

import dev.ropewalk.lab.experiment.Params;

/**
 * What a cell asks for.
 *
 * @param bytes of a message
 * @param amount round trips, messages, milliseconds, or mebibytes, depending on the workload
 * @param writers threads that append durable entries
 */
record Load(Workload workload, Setup setup, Storage storage, int bytes, long amount, int writers) {
    static final String WORKLOAD = "workload";
    static final String SETUP = "set-up";
    static final String STORAGE = "files";
    static final String BYTES = "bytes";
    static final String AMOUNT = "amount";
    static final String WRITERS = "writers";

    static Load of(Params params) {
        return new Load(
                Workload.named(params.text(WORKLOAD)),
                Setup.named(params.text(SETUP)),
                Storage.named(params.text(STORAGE)),
                params.integer(BYTES),
                params.number(AMOUNT),
                params.integer(WRITERS));
    }

    /** Returns the right answer. */
    String answer() {
        return switch (workload) {
            case PING_PONG, PROCESSES, THROUGHPUT -> answer(amount, Message.sumOf(amount, bytes));
            case DURABLE -> "all there";
            case RECOVERY -> "all there";
        };
    }

    /** Returns what iterations answer that have received so many messages. */
    static String answer(long messages, long sum) {
        return messages + " messages, checksum " + Long.toHexString(sum);
    }
}
