package dev.ropewalk.lab.affinity;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.lab.peer.PeerProcess;
import java.io.IOException;
import java.nio.file.Path;

/** A log is opened whose last writer was killed. The log stays for all iterations; each begins with a writer that is killed. */
final class RecoveryTrial implements Trial {
    private static final long MIB = 1 << 20;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double GB = 1e9;

    private final Party party;
    private final Load load;
    private final Scratch scratch;
    private long entries;

    RecoveryTrial(Party party, Load load) throws IOException {
        this.party = party;
        this.load = load;
        scratch = Scratch.in(load.storage());
        entries = entries(load);
        killed(Peer.FILL);
    }

    /** Returns how many entries a log has at first. */
    static long entries(Load load) {
        return load.amount() * MIB / load.bytes();
    }

    private void killed(String request) throws IOException {
        try (PeerProcess peer = Peer.start(party, load)) {
            peer.ask(Peer.in(scratch.directory(), request));
            peer.await(Peer.DONE);
        }
    }

    @Override
    public Outcome run(Pass pass) throws Exception {
        killed(Peer.ONE_MORE);
        entries++;
        Path directory = scratch.directory();
        var entry = new byte[load.bytes()];
        long start = System.nanoTime();
        try (Log log = party.log(directory, load);
                Log.Writer writer = log.writer()) {
            long before = writer.append(entry);
            long nanos = System.nanoTime() - start;
            String answer = before == entries ? Load.ALL_THERE : before + " entries instead of " + entries;
            entries++;
            return Metrics.one(
                    answer, Metrics.RECOVERY, nanos / NANOS_PER_MILLI / (entries * (double) load.bytes() / GB));
        }
    }

    @Override
    public void close() {
        scratch.close();
    }
}
