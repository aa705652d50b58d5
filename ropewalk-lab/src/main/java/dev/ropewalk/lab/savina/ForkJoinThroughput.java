package dev.ropewalk.lab.savina;

import java.util.stream.IntStream;

/** A thread outside deals messages to many actors. */
final class ForkJoinThroughput implements Program {
    /** What a worker gets. */
    enum Fork {
        FORK
    }

    @Override
    public String label() {
        return "fork-join-throughput";
    }

    @Override
    public String description() {
        return "a thread outside sends 10 000 messages to each of 60 actors in turn; each message is a sine to compute";
    }

    private static int actors(Scale scale) {
        return scale.pick(6, 60);
    }

    private static int messages(Scale scale) {
        return scale.pick(100, 10_000);
    }

    @Override
    public String answer(Scale scale) {
        double sum =
                IntStream.range(0, messages(scale)).mapToDouble(ForkJoin::work).sum();
        return ForkJoin.answer(actors(scale), actors(scale) * sum);
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return ForkJoinThroughputRopewalk.run(system, actors(scale), messages(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return ForkJoinThroughputPekko.run(system, actors(scale), messages(scale));
    }
}
