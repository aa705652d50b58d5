package dev.ropewalk.lab.savina;

/** Two actors, one message to and fro. */
final class PingPong implements Program {
    /** What the pinger gets. */
    enum Cue {
        START,
        PONG
    }

    @Override
    public String label() {
        return "ping-pong";
    }

    @Override
    public String description() {
        return "an actor sends 40 000 pings to another, each after the pong for the last";
    }

    private static int pings(Scale scale) {
        return scale.pick(100, 40_000);
    }

    static String answer(int pongs) {
        return pongs + " pongs";
    }

    @Override
    public String answer(Scale scale) {
        return answer(pings(scale));
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return PingPongRopewalk.run(system, pings(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return PingPongPekko.run(system, pings(scale));
    }
}
