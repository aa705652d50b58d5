package dev.ropewalk.lab.savina;

import java.util.List;

/** All programs, in the order in which they are run. */
final class Programs {
    static final List<Program> ALL = List.of(
            new PingPong(),
            new Counting(),
            new ForkJoinThroughput(),
            new ForkJoinCreation(),
            new ThreadRing(),
            new Chameneos(),
            new Big(),
            new BoundedBuffer(),
            new Dictionary(),
            new Philosophers(),
            new SleepingBarber(),
            new Bank(),
            new Sieve(),
            new Quicksort(),
            new UctTree(),
            new NQueens(),
            new ShortestPaths());

    private Programs() {}

    static List<String> labels() {
        return ALL.stream().map(Program::label).toList();
    }

    static Program of(String label) {
        return ALL.stream()
                .filter(program -> program.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no program '" + label + "'; there are " + labels()));
    }
}
