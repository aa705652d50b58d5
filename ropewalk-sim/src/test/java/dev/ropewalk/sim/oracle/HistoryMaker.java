package dev.ropewalk.sim.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes histories of clients that do random operations; each takes place at one random moment between its call and return. */
final class HistoryMaker {
    private static final int CLIENTS = 4;

    private final SplittableRandom random;
    private final List<RecordedOperation<List<Object>, Integer>> done = new ArrayList<>();

    HistoryMaker(long seed) {
        random = new SplittableRandom(seed);
    }

    private static final class Open {
        final String client;
        final List<Object> input;
        final int invoked;

        @Nullable
        Integer output;

        boolean tookPlace;

        Open(String client, List<Object> input, int invoked) {
            this.client = client;
            this.input = input;
            this.invoked = invoked;
        }
    }

    /** Returns a linearizable history, some of whose last operations haven't returned. */
    List<RecordedOperation<List<Object>, Integer>> make(
            int count, Function<SplittableRandom, List<Object>> inputs, Function<List<Object>, Integer> object) {
        var clients = new Open[CLIENTS];
        int begun = 0;
        for (int event = 0; begun < count; ) {
            int client = random.nextInt(CLIENTS);
            Open open = clients[client];
            if (open == null) {
                clients[client] = new Open("client " + client, inputs.apply(random), event++);
                begun++;
            } else if (!open.tookPlace) {
                open.output = object.apply(open.input);
                open.tookPlace = true;
            } else {
                done.add(new RecordedOperation<>(open.client, open.input, open.output, open.invoked, event++));
                clients[client] = null;
            }
        }
        for (Open open : clients) {
            if (open != null) {
                done.add(new RecordedOperation<>(open.client, open.input, null, open.invoked, RecordedOperation.NEVER));
            }
        }
        return done;
    }
}
