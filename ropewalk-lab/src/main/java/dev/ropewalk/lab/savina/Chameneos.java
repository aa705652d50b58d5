package dev.ropewalk.lab.savina;

import java.util.List;

/** Creatures meet in pairs at a mall, and change their colours. */
final class Chameneos implements Program {
    /** What a creature looks like. */
    enum Colour {
        BLUE,
        RED,
        YELLOW;

        private static final List<Colour> ALL = List.of(values());

        /** Returns what a creature of this colour becomes when it meets another: the third colour, or the common one. */
        Colour complement(Colour other) {
            if (this == other) {
                return this;
            }
            return switch (this) {
                case BLUE -> other == RED ? YELLOW : RED;
                case RED -> other == BLUE ? YELLOW : BLUE;
                case YELLOW -> other == BLUE ? RED : BLUE;
            };
        }

        static Colour of(int creature) {
            return ALL.get(creature % ALL.size());
        }
    }

    @Override
    public String label() {
        return "chameneos";
    }

    @Override
    public String description() {
        return "100 actors meet in pairs, 200 000 times, by way of one more";
    }

    private static int creatures(Scale scale) {
        return scale.pick(10, 100);
    }

    private static int meetings(Scale scale) {
        return scale.pick(1000, 200_000);
    }

    static String answer(int creatures, int met) {
        return creatures + " creatures met " + met + " others";
    }

    @Override
    public String answer(Scale scale) {
        return answer(creatures(scale), 2 * meetings(scale));
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return ChameneosRopewalk.run(system, creatures(scale), meetings(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return ChameneosPekko.run(system, creatures(scale), meetings(scale));
    }
}
