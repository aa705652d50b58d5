package dev.ropewalk.lab.affinity;

import dev.ropewalk.lab.experiment.Params;
import java.util.List;

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
    static final String ALL_THERE = "all there";
    private static final int LINE = 64;
    private static final int MIB = 1 << 20;
    /** Two threads wait for each other. */
    private static final int LINES_OF_A_ROUND_TRIP = 10;

    static Load of(Params params) {
        return new Load(
                Workload.named(params.text(WORKLOAD)),
                Setup.named(params.text(SETUP)),
                Storage.named(params.text(STORAGE)),
                params.integer(BYTES),
                params.number(AMOUNT),
                params.integer(WRITERS));
    }

    /** Returns a load that was told in words. */
    static Load of(List<String> words) {
        return new Load(
                Workload.named(words.get(0)),
                Setup.named(words.get(1)),
                Storage.named(words.get(2)),
                Integer.parseInt(words.get(3)),
                Long.parseLong(words.get(4)),
                Integer.parseInt(words.get(5)));
    }

    /** Returns the words that tell this. */
    List<String> words() {
        return List.of(
                workload.label(),
                setup.label(),
                storage.label(),
                String.valueOf(bytes),
                String.valueOf(amount),
                String.valueOf(writers));
    }

    /** Returns the channels that are in use. */
    List<Channel> channels() {
        return workload.isPingPong() ? List.of(Channel.FORTH, Channel.BACK) : List.of(Channel.FORTH);
    }

    /** Returns the work of an iteration, in messages of a cache line that one thread sends to another. */
    double work() {
        double lines = Math.max(1, (double) bytes / LINE);
        return switch (workload) {
            case PING_PONG, PROCESSES -> amount * lines * LINES_OF_A_ROUND_TRIP;
            case THROUGHPUT -> amount * lines;
            case DURABLE -> 0;
            case RECOVERY -> (double) amount * MIB / LINE;
        };
    }

    /** Returns the right answer. */
    String answer() {
        return switch (workload) {
            case PING_PONG, PROCESSES, THROUGHPUT -> answer(amount, Message.sumOf(amount, bytes));
            case DURABLE, RECOVERY -> ALL_THERE;
        };
    }

    /** Returns what iterations answer that have received so many messages. */
    static String answer(long messages, long sum) {
        return messages + " messages, checksum " + Long.toHexString(sum);
    }
}
