package dev.ropewalk.lab.savina;

/** Quicksort by actors that split their numbers and leave the parts to others, until few are left. */
final class Quicksort implements Program {
    /**
     * How large the program is.
     *
     * @param threshold how many numbers an actor sorts by itself
     */
    record Sizes(int numbers, int threshold) {}

    /** What the root gets. */
    sealed interface ToRoot {}

    enum RootCue implements ToRoot {
        START
    }

    /** What a sorter gets: first its numbers, then, if it split them, both parts sorted. */
    sealed interface ToSorter {}

    record Sort(Numbers numbers) implements ToSorter {}

    record Sorted(Position position, Numbers numbers) implements ToRoot, ToSorter {}

    /** Where a sorter's numbers belong in those of its parent. */
    enum Position {
        LEFT,
        RIGHT,
        ALL
    }

    @Override
    public String label() {
        return "quicksort";
    }

    @Override
    public String description() {
        return "1 000 000 numbers are split by actors that spawn two more each, down to 2 048 numbers, and are put together on"
                + " the way back";
    }

    private static Sizes sizes(Scale scale) {
        return switch (scale) {
            case SMOKE -> new Sizes(10_000, 200);
            case FULL -> new Sizes(1_000_000, 2_048);
        };
    }

    static String answer(Numbers sorted) {
        return sorted.size() + " numbers, checksum " + sorted.checksum();
    }

    @Override
    public String answer(Scale scale) {
        return answer(Numbers.random(sizes(scale).numbers()).sorted());
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return QuicksortRopewalk.run(system, sizes(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return QuicksortPekko.run(system, sizes(scale));
    }
}
