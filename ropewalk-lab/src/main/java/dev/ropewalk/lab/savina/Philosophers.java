package dev.ropewalk.lab.savina;

/** The dining philosophers, with an arbitrator who hands out the forks. */
final class Philosophers implements Program {
    /** How large the program is; the rounds are the meals of each. */
    record Sizes(int philosophers, int rounds) {}

    /** What a philosopher gets. */
    enum PhilosopherCue {
        START,
        DENIED,
        EAT
    }

    /** The forks on the table; philosopher {@code k} eats with forks {@code k} and {@code k + 1}. */
    static final class Forks {
        private final boolean[] taken;

        Forks(int philosophers) {
            taken = new boolean[philosophers];
        }

        /** Takes both forks of a philosopher if both are free. */
        boolean take(int philosopher) {
            int next = next(philosopher);
            if (taken[philosopher] || taken[next]) {
                return false;
            }
            taken[philosopher] = true;
            taken[next] = true;
            return true;
        }

        void putBack(int philosopher) {
            taken[philosopher] = false;
            taken[next(philosopher)] = false;
        }

        private int next(int philosopher) {
            return philosopher + 1 == taken.length ? 0 : philosopher + 1;
        }
    }

    @Override
    public String label() {
        return "philosophers";
    }

    @Override
    public String description() {
        return "20 philosophers eat 10 000 times each, with forks that an arbitrator gives or denies; who is denied asks again at"
                + " once (how often is up to the order in which they run)";
    }

    private static Sizes sizes(Scale scale) {
        return new Sizes(scale.pick(5, 20), scale.pick(50, 10_000));
    }

    static String answer(int meals) {
        return meals + " meals";
    }

    @Override
    public String answer(Scale scale) {
        Sizes sizes = sizes(scale);
        return answer(sizes.philosophers() * sizes.rounds());
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return PhilosophersRopewalk.run(system, sizes(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return PhilosophersPekko.run(system, sizes(scale));
    }
}
