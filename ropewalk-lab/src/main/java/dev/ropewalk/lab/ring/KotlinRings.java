package dev.ropewalk.lab.ring;

import dev.ropewalk.lab.kotlin.CoroutineRings;

/** A coroutine and a channel for each node. */
final class KotlinRings implements Rings {
    private final CoroutineRings<Token> rings;

    KotlinRings(Workload workload) {
        rings = new CoroutineRings<>(workload.rings(), workload.actors(), Token::visit);
    }

    @Override
    public void start(int ring, Token token) {
        rings.start(ring, token);
    }

    @Override
    public void close() {
        rings.close();
    }
}
