package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;

/** Brings frames to the engine. */
final class Wire {
    private final Engine engine;
    private final Node peer;
    private final LinkLog log;

    Wire(Engine engine, Node peer, LinkLog log) {
        this.engine = engine;
        this.peer = peer;
        this.log = log;
    }

    /** Sends a frame; returns false if the engine doesn't take it. It may have taken one that makes it throw, so that counts as sent: if it wasn't, its loss is found. */
    boolean send(byte[] frame) {
        try {
            return engine.send(peer, frame);
        } catch (Throwable thrown) {
            log.failed("the engine has failed to send", thrown);
            return true;
        }
    }
}
