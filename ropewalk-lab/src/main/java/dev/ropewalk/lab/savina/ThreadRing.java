package dev.ropewalk.lab.savina;

/** A token goes round a ring. */
final class ThreadRing implements Program {
    /** What goes round. */
    record Token(int hopsLeft) {
        Token next() {
            return new Token(hopsLeft - 1);
        }
    }

    @Override
    public String label() {
        return "thread-ring";
    }

    @Override
    public String description() {
        return "a token makes 100 000 hops in a ring of 100 actors";
    }

    private static int actors(Scale scale) {
        return scale.pick(10, 100);
    }

    private static int hops(Scale scale) {
        return scale.pick(1003, 100_000);
    }

    static String answer(int position) {
        return "the token ends at actor " + position;
    }

    @Override
    public String answer(Scale scale) {
        return answer(hops(scale) % actors(scale));
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return ThreadRingRopewalk.run(system, actors(scale), new Token(hops(scale)));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return ThreadRingPekko.run(system, actors(scale), new Token(hops(scale)));
    }
}
