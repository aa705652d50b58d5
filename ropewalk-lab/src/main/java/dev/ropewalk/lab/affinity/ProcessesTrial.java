package dev.ropewalk.lab.affinity;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.lab.peer.PeerProcess;
import java.io.IOException;

/** Two processes, this one and a {@link Peer} that stays for all iterations. */
final class ProcessesTrial implements Trial {
    private final Party party;
    private final Load load;
    private final PeerProcess peer;

    ProcessesTrial(Party party, Load load) throws IOException {
        this.party = party;
        this.load = load;
        peer = Peer.start(party, load);
    }

    @Override
    public Outcome run(Pass pass) throws Exception {
        var placement = Placement.of(load.setup());
        var game = new PingPong(load, placement.clock());
        try (var scratch = Scratch.in(load.storage());
                Transport transport = party.transport(scratch.directory(), load, true)) {
            peer.ask(Peer.in(scratch.directory(), Peer.ECHO));
            Duo.run(placement, () -> {
                Duo.Leg leg = game.pinger(transport).open();
                peer.await(Peer.READY);
                return leg;
            });
            peer.await(Peer.DONE);
        }
        return Metrics.roundTrips(game.answer(), game.latencies());
    }

    @Override
    public void close() {
        peer.close();
    }
}
