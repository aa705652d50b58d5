package dev.ropewalk.lab.savina;

import java.util.stream.IntStream;

/** Actors that live for one message. */
final class ForkJoinCreation implements Program {
    /** What a worker gets. */
    record Fork(int number) {}

    @Override
    public String label() {
        return "fork-join-creation";
    }

    @Override
    public String description() {
        return "a thread outside spawns 40 000 actors, each for one message, a sine to compute";
    }

    private static int actors(Scale scale) {
        return scale.pick(400, 40_000);
    }

    @Override
    public String answer(Scale scale) {
        int actors = actors(scale);
        return ForkJoin.answer(
                actors, IntStream.range(0, actors).mapToDouble(ForkJoin::work).sum());
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return ForkJoinCreationRopewalk.run(system, actors(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return ForkJoinCreationPekko.run(system, actors(scale));
    }
}
