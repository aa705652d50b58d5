package dev.ropewalk.lab.savina;

/** Every actor exchanges messages with every other. */
final class Big implements Program {
    /** What the root gets. */
    sealed interface ToRoot {}

    enum Start implements ToRoot {
        START
    }

    /** A worker has had all its pongs. */
    record Done(int pongs) implements ToRoot {}

    @Override
    public String label() {
        return "big";
    }

    @Override
    public String description() {
        return "each of 120 actors sends 20 000 pings to random ones, each after the pong for the last";
    }

    private static int workers(Scale scale) {
        return scale.pick(12, 120);
    }

    private static int pings(Scale scale) {
        return scale.pick(100, 20_000);
    }

    static String answer(int workers, int pongs) {
        return workers + " actors got " + pongs + " pongs";
    }

    @Override
    public String answer(Scale scale) {
        return answer(workers(scale), workers(scale) * pings(scale));
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return BigRopewalk.run(system, workers(scale), pings(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return BigPekko.run(system, workers(scale), pings(scale));
    }
}
