package dev.ropewalk.lab.savina;

/**
 * The sleeping barber: customers, a waiting room with few seats, and a barber who sleeps when it is empty.
 *
 * <p>In the original, busy loops set the pace of customers and barber, and who finds the room full comes back at once.
 * Without the loops it would be up to the scheduler's order whether most messages are such attempts, or none. So one who was
 * turned away comes back when somebody's hair has been cut.
 */
final class SleepingBarber implements Program {
    record Sizes(int customers, int seats) {}

    /** What a customer gets. */
    enum CustomerCue {
        FULL,
        WAIT,
        START,
        DONE
    }

    @Override
    public String label() {
        return "sleeping-barber";
    }

    @Override
    public String description() {
        return "a barber cuts the hair of 5 000 customers, who wait in a room of 1 000 seats; who finds it full comes back after"
                + " somebody's haircut (without the original's busy loops and immediate returns)";
    }

    private static Sizes sizes(Scale scale) {
        return new Sizes(scale.pick(100, 5_000), scale.pick(10, 1_000));
    }

    static String answer(int haircuts, long sum) {
        return haircuts + " haircuts, sum " + sum;
    }

    @Override
    public String answer(Scale scale) {
        int customers = sizes(scale).customers();
        return answer(customers, (long) customers * (customers - 1) / 2);
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return SleepingBarberRopewalk.run(system, sizes(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return SleepingBarberPekko.run(system, sizes(scale));
    }
}
