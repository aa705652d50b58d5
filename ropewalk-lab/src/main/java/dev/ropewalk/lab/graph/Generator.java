package dev.ropewalk.lab.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Makes graphs with the shape of a large build. Libraries stand in layers. A library's sources are compiled, each on its own,
 * against the archives of libraries in lower layers, and archived together; some libraries are linked with all that they
 * depend on, and what is linked is tested. A few libraries have very many sources, and a few are used by very many others.
 */
final class Generator {
    private static final int LAYERS = 12;
    private static final double LOCAL_SHARE = 0.1;
    private static final double LINKED_SHARE = 0.4;
    private static final int MAX_USED = 6;
    private static final int MAX_TESTS = 4;
    private static final int MAX_SOURCES = 200;
    /** Of the Pareto distribution of sources: a library has three at least, and eight on average. */
    private static final double SOURCES_SHAPE = 1.5;

    private static final double FEWEST_SOURCES = 3;
    private static final long NANOS_PER_MICRO = 1000;

    private final int size;
    private final SplittableRandom random;
    private final List<BuildAction> actions = new ArrayList<>();
    /** The archives of all libraries, in the order of their layers. */
    private final List<Integer> archives = new ArrayList<>();

    private Generator(int size, long seed) {
        this.size = size;
        random = new SplittableRandom(seed);
    }

    /** Returns a graph of so many actions, always the same for a seed. */
    static ActionGraph graph(int size, long seed) {
        var generator = new Generator(size, seed);
        generator.addAll();
        return new ActionGraph(generator.actions);
    }

    private void addAll() {
        for (int layer = 0; layer < LAYERS; layer++) {
            int below = archives.size();
            long end = (long) size * (layer + 1) / LAYERS;
            while (actions.size() < end) {
                addLibrary(below);
            }
        }
    }

    private void addLibrary(int below) {
        List<Integer> used = used(below);
        var objects = new ArrayList<Integer>();
        for (int left = sources(); left > 0; left--) {
            add(objects, used, 16, 64);
        }
        var archive = new ArrayList<Integer>();
        add(archive, objects, 8, 32);
        archives.addAll(archive);
        if (random.nextDouble() < LINKED_SHARE) {
            var binary = new ArrayList<Integer>();
            add(binary, Stream.concat(archive.stream(), used.stream()).toList(), 256, 1024);
            for (int left = random.nextInt(MAX_TESTS) + 1; left > 0; left--) {
                add(new ArrayList<>(), binary, 64, 256);
            }
        }
    }

    /** Returns some archives of lower layers. The lower ones are the more popular. */
    private List<Integer> used(int below) {
        if (below == 0) {
            return List.of();
        }
        return random.doubles(random.nextInt(MAX_USED) + 1L)
                .mapToObj(draw -> archives.get((int) (draw * Math.sqrt(draw) * below)))
                .distinct()
                .toList();
    }

    private int sources() {
        return (int) Math.min(MAX_SOURCES, FEWEST_SOURCES * Math.pow(1 - random.nextDouble(), -1 / SOURCES_SHAPE));
    }

    /** Adds an action unless there are enough, and puts it into a list. */
    private void add(List<Integer> into, List<Integer> dependencies, int leastMebibytes, int mostMebibytes) {
        if (actions.size() == size) {
            return;
        }
        boolean remote = random.nextDouble() >= LOCAL_SHARE;
        long micros = remote ? random.nextLong(5_000, 50_000) : random.nextLong(200, 1_000);
        int mebibytes = random.nextInt(leastMebibytes, mostMebibytes + 1);
        into.add(actions.size());
        actions.add(new BuildAction(actions.size(), dependencies, remote, micros * NANOS_PER_MICRO, mebibytes));
    }
}
