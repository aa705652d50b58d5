package dev.ropewalk.lab.ring;

import dev.ropewalk.lab.coroutines.CoroutineHost;
import dev.ropewalk.lab.kotlin.CoroutineRings;

/** A coroutine and a channel for each node. */
final class KotlinRings implements Rings {
    private final CoroutineHost host;
    private final CoroutineRings<Token> rings;

    KotlinRings(Workload workload, CoroutineHost host) {
        this.host = host;
        rings = new CoroutineRings<>(host.dispatcher(), workload.rings(), workload.actors(), Token::visit);
    }

    @Override
    public void start(int ring, Token token) {
        rings.start(ring, token);
    }

    @Override
    public void close() {
        rings.close();
        host.close();
    }
}
