package dev.ropewalk.cluster.service;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Receptionist;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What another node has registered. */
public final class PeerServices {
    /** Makes refs of actors of that node. */
    @FunctionalInterface
    public interface Refs {
        /** Returns the ref of an actor of a number and a path. */
        ActorRef<?> actor(long id, String path);
    }

    private final Receptionist known;
    private final CodecRegistry codecs;
    private final Refs refs;
    private final Runnable leave;

    /** Guarded by this. */
    private final Set<Registration> theirs = new LinkedHashSet<>();

    /** Whether that node is no member any more; guarded by this. */
    private boolean hasEnded;

    PeerServices(Receptionist known, CodecRegistry codecs, Refs refs, Runnable leave) {
        this.known = known;
        this.codecs = codecs;
        this.refs = refs;
        this.leave = leave;
    }

    /** Reads a record that tells of registrations; called by the link's listener. */
    public void received(ByteBuffer record) {
        while (record.hasRemaining()) {
            boolean isRegistered = ServiceRecords.readFlag(record);
            Optional<ServiceKey<?>> key = ServiceRecords.readKey(record, codecs);
            long id = record.getLong();
            String path = isRegistered ? ServiceRecords.readText(record) : "";
            if (key.isPresent()) {
                var registration = new Registration(key.get(), refs.actor(id, path), id);
                if (isRegistered) {
                    add(registration);
                } else {
                    remove(registration);
                }
            }
        }
    }

    private void add(Registration registration) {
        synchronized (this) {
            if (hasEnded || !theirs.add(registration)) {
                return;
            }
        }
        register(registration.key(), registration.actor());
        if (hasEnded()) {
            deregister(registration.key(), registration.actor());
        }
    }

    private synchronized boolean hasEnded() {
        return hasEnded;
    }

    private void remove(Registration registration) {
        synchronized (this) {
            if (!theirs.remove(registration)) {
                return;
            }
        }
        deregister(registration.key(), registration.actor());
    }

    @SuppressWarnings("unchecked") // that node registers what takes the key's messages
    private <M> void register(ServiceKey<M> key, ActorRef<?> actor) {
        known.register(key, (ActorRef<M>) actor);
    }

    @SuppressWarnings("unchecked") // that node registers what takes the key's messages
    private <M> void deregister(ServiceKey<M> key, ActorRef<?> actor) {
        known.deregister(key, (ActorRef<M>) actor);
    }

    /** That node is no member any more. */
    public void end() {
        List<Registration> all;
        synchronized (this) {
            hasEnded = true;
            all = List.copyOf(theirs);
            theirs.clear();
        }
        leave.run();
        all.forEach(registration -> deregister(registration.key(), registration.actor()));
    }
}
