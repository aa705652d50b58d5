package dev.ropewalk.lab.affinity;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Stopwatch;
import dev.ropewalk.lab.experiment.Trial;

/** Two threads of one process. Each iteration has a directory of its own. */
record ThreadsTrial(Party party, Load load) implements Trial {
    private static final double NANOS_PER_MICRO = 1000;

    @Override
    public Outcome run(Pass pass) throws Exception {
        var placement = Placement.of(load.setup());
        try (var scratch = Scratch.in(load.storage());
                Transport transport = party.transport(scratch.directory(), load, true)) {
            return load.workload() == Workload.THROUGHPUT
                    ? throughput(placement, transport)
                    : pingPong(placement, transport);
        }
    }

    private Outcome pingPong(Placement placement, Transport transport) throws InterruptedException {
        var game = new PingPong(load, placement.clock());
        Duo.run(placement, game.pinger(transport), PingPong.echo(transport));
        return Metrics.roundTrips(game.answer(), game.latencies());
    }

    private Outcome throughput(Placement placement, Transport transport) throws InterruptedException {
        var flow = new Throughput(load);
        Stopwatch watch = Duo.run(placement, flow.writer(transport), flow.reader(transport));
        return Metrics.one(flow.answer(), Metrics.THROUGHPUT, load.amount() * NANOS_PER_MICRO / watch.nanos());
    }

    @Override
    public void close() {
        // Nothing is left from iteration to iteration.
    }
}
