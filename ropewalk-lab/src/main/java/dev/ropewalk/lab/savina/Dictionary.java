package dev.ropewalk.lab.savina;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Workers that read and write one dictionary. Every key has a value before anyone writes it, and all writes of a key write
 * the same, so that the workers' order doesn't show in the answer.
 */
final class Dictionary implements Program {
    private static final int WRITE_PERCENTAGE = 10;
    /** As in the original, {@code Integer.MAX_VALUE / 4096}. */
    private static final int KEYS = 524_287;

    /** How large the program is; the requests are those of each worker. */
    record Sizes(int workers, int requests) {}

    /** What a worker gets. */
    sealed interface ToWorker {}

    enum WorkerCue implements ToWorker {
        START
    }

    /** The value of a key, as it was read or written. */
    record Value(int value) implements ToWorker {}

    /** What the master gets. */
    sealed interface ToMaster {}

    enum MasterCue implements ToMaster {
        START
    }

    /** A worker has finished. */
    record Finished(long checksum) implements ToMaster {}

    /** What the dictionary holds in the end. */
    record Contents(long sum) implements ToMaster {}

    /** What one worker asks for, one request after the other. */
    static final class Requests {
        private final SplittableRandom random;

        Requests(int worker) {
            random = new SplittableRandom(worker);
        }

        boolean nextIsWrite() {
            return random.nextInt(100) < WRITE_PERCENTAGE;
        }

        int nextKey() {
            return random.nextInt(KEYS);
        }
    }

    /** What the dictionary actor guards: the values that were written. All others are what they were at first. */
    static final class Entries {
        private final Map<Integer, Integer> written = new HashMap<>();

        int read(int key) {
            return written.getOrDefault(key, key);
        }

        void write(int key, int value) {
            written.put(key, value);
        }

        long sum() {
            return written.values().stream().mapToLong(Integer::longValue).sum();
        }
    }

    /** Returns what is written to a key. */
    static int newValue(int key) {
        return KEYS + key;
    }

    /** Returns what a reply adds to the checksum: the same for a key's old value as for its new one. */
    static int check(int value) {
        return value % KEYS;
    }

    @Override
    public String label() {
        return "dictionary";
    }

    @Override
    public String description() {
        return "20 workers send 10 000 requests each to an actor with a hash map, the next after the reply to the last; 10 % are"
                + " writes (the map begins empty: the original's half a million entries would be most of the time)";
    }

    private static Sizes sizes(Scale scale) {
        return new Sizes(scale.pick(5, 20), scale.pick(100, 10_000));
    }

    static String answer(long checksum, long sum) {
        return "checksum " + checksum + ", contents " + sum;
    }

    @Override
    public String answer(Scale scale) {
        Sizes sizes = sizes(scale);
        var entries = new Entries();
        long checksum = 0;
        for (int worker = 0; worker < sizes.workers(); worker++) {
            var requests = new Requests(worker);
            for (int k = 0; k < sizes.requests(); k++) {
                boolean write = requests.nextIsWrite();
                int key = requests.nextKey();
                if (write) {
                    entries.write(key, newValue(key));
                }
                checksum += check(entries.read(key));
            }
        }
        return answer(checksum, entries.sum());
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return DictionaryRopewalk.run(system, sizes(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return DictionaryPekko.run(system, sizes(scale));
    }
}
