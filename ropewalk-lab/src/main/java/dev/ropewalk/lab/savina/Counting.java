package dev.ropewalk.lab.savina;

/** One actor counts what another sends. */
final class Counting implements Program {
    /** What the producer gets. */
    sealed interface Cue {}

    enum Start implements Cue {
        START
    }

    record Count(int value) implements Cue {}

    @Override
    public String label() {
        return "counting";
    }

    @Override
    public String description() {
        return "an actor sends 1 000 000 increments to another, and then asks it for the count";
    }

    private static int increments(Scale scale) {
        return scale.pick(1000, 1_000_000);
    }

    static String answer(int count) {
        return "counted to " + count;
    }

    @Override
    public String answer(Scale scale) {
        return answer(increments(scale));
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return CountingRopewalk.run(system, increments(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return CountingPekko.run(system, increments(scale));
    }
}
