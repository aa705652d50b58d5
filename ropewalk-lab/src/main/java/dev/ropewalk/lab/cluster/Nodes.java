package dev.ropewalk.lab.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A cluster of two nodes, this process and another one, with entities on both. Used by one thread. */
final class Nodes implements AutoCloseable {
    private static final int ATTEMPT_SECONDS = 10;

    private final String contender;
    private final Load load;
    private final Member first;
    private final PeerNode second;

    Nodes(String contender, Load load) throws Exception {
        this.contender = contender;
        this.load = load;
        first = Parties.joiner(contender).join(load, Optional.empty(), number -> {});
        try {
            second = start();
        } catch (IOException e) {
            first.close();
            throw e;
        }
    }

    Member first() {
        return first;
    }

    PeerNode second() {
        return second;
    }

    /** Starts the process of one more node. */
    PeerNode start() throws IOException {
        return start(List.of());
    }

    /** Starts the process of one more node, whose JVM has such flags. */
    PeerNode start(List<String> flags) throws IOException {
        return PeerNode.start(flags, contender, load, first.address());
    }

    /** Returns those entities that are on the second node, of which there are some as soon as shards have moved. */
    List<Integer> away() throws InterruptedException {
        while (true) {
            List<Integer> away = new ArrayList<>();
            for (int entity = 0; entity < load.entities(); entity++) {
                if (home(entity).equals(second.address())) {
                    away.add(entity);
                }
            }
            if (away.size() >= load.entities() / 3) {
                return away;
            }
        }
    }

    /** Asks again when there is no answer: Pekko may lose the question while a shard moves. */
    private String home(int entity) throws InterruptedException {
        while (true) {
            try {
                return first.whereIs(entity).toCompletableFuture().get(ATTEMPT_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException _) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void close() {
        second.close();
        first.close();
    }
}
