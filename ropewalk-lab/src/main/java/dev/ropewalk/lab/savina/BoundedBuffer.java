package dev.ropewalk.lab.savina;

/** Producers and consumers, and between them a manager that keeps what isn't consumed yet. */
final class BoundedBuffer implements Program {
    /**
     * How large the program is.
     *
     * @param items of each producer
     * @param capacity how many items may be unconsumed, those under way to the manager included
     */
    record Sizes(int producers, int consumers, int items, int capacity) {
        /** Returns how many items the manager may hold if every producer has one under way. */
        int room() {
            return capacity - producers;
        }
    }

    /** What a producer gets. */
    enum ProducerCue {
        PRODUCE
    }

    /** Returns what a producer makes. Producing costs nothing more: a busy loop would be measured, not the actors. */
    static long item(Sizes sizes, int producer, int produced) {
        return (long) producer * sizes.items() + produced;
    }

    @Override
    public String label() {
        return "bounded-buffer";
    }

    @Override
    public String description() {
        return "40 producers make 1 000 items each, one at a time and on request, for 40 consumers; a manager holds what isn't"
                + " consumed, and requests no more while there are 50 (without the original's busy loops)";
    }

    private static Sizes sizes(Scale scale) {
        return switch (scale) {
            case SMOKE -> new Sizes(4, 3, 25, 6);
            case FULL -> new Sizes(40, 40, 1_000, 50);
        };
    }

    static String answer(long items, long sum) {
        return items + " items, sum " + sum;
    }

    @Override
    public String answer(Scale scale) {
        Sizes sizes = sizes(scale);
        long items = (long) sizes.producers() * sizes.items();
        return answer(items, items * (items - 1) / 2);
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return BoundedBufferRopewalk.run(system, sizes(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return BoundedBufferPekko.run(system, sizes(scale));
    }
}
