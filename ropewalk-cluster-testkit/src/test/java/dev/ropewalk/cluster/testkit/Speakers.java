package dev.ropewalk.cluster.testkit;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Signal;
import dev.ropewalk.actor.Terminated;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Actors that tell others some lines, and listeners that note what they hear and which ends they are told. Refs come to other nodes by boards, which are entities. */
final class Speakers {
    static final EntityType<String, Posting> BOARDS = EntityType.of("board", String.class, Posting.class);
    static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Line.class)
            .register(3, Speak.class)
            .register(4, Quit.class)
            .register(5, Put.class)
            .register(6, Get.class)
            .register(7, Found.class)
            .build();

    private Speakers() {}

    /** What a speaker understands. */
    sealed interface Act permits Speak, Quit {}

    /** Tells so many lines, from 0 on. */
    record Speak(ActorRef<? super Line> to, int lines) implements Act {}

    /** Stops. */
    record Quit() implements Act {}

    /** What a listener understands. */
    sealed interface Hearing permits Line, Ended, Watch, Unwatch {}

    /** A line of a speaker. */
    record Line(int number) implements Hearing {}

    /** Says that an actor has stopped. */
    record Ended(ActorRef<?> actor) implements Hearing {}

    /** Watches an actor, for a message or for the signal. */
    record Watch(ActorRef<?> actor, boolean byMessage) implements Hearing {}

    /** Ends a watch. */
    record Unwatch(ActorRef<?> actor) implements Hearing {}

    /** What a board understands. */
    sealed interface Posting permits Put, Get {}

    /** Notes an actor. */
    record Put(ActorRef<Act> speaker) implements Posting {}

    /** Asks for it. */
    record Get(ActorRef<Found> answer) implements Posting {}

    /** The actor of a board. */
    record Found(ActorRef<Act> speaker) {}

    /** Makes a speaker. */
    static Actor<Act> speaker(ActorContext<Act> context) {
        return act -> {
            switch (act) {
                case Speak speak -> {
                    for (int i = 0; i < speak.lines(); i++) {
                        speak.to().tell(new Line(i));
                    }
                }
                case Quit quit -> context.stop();
            }
        };
    }

    /** Makes a board, on which whoever asks early waits. */
    static Actor<Posting> board(EntityContext<String, Posting> entity) {
        return new Actor<>() {
            private final List<ActorRef<Found>> waiting = new ArrayList<>();
            private @Nullable ActorRef<Act> speaker;

            @Override
            public void receive(Posting posting) {
                switch (posting) {
                    case Put put -> speaker = put.speaker();
                    case Get get -> waiting.add(get.answer());
                }
                if (speaker != null) {
                    var found = new Found(speaker);
                    waiting.forEach(asker -> asker.tell(found));
                    waiting.clear();
                }
            }
        };
    }

    /** What listeners have noted. */
    static final class Notes {
        static final String END = "end";

        private final Queue<String> noted = new ConcurrentLinkedQueue<>();
        private final AtomicInteger due = new AtomicInteger();

        Actor<Hearing> listener(ActorContext<Hearing> context) {
            return new Listener(context);
        }

        List<String> all() {
            return List.copyOf(noted);
        }

        long ends() {
            return noted.stream().filter(END::equals).count();
        }

        /** Returns how many ends are to be noted: one for each watch that wasn't ended. */
        int due() {
            return due.get();
        }

        private final class Listener implements Actor<Hearing> {
            private final ActorContext<Hearing> context;
            private final Set<ActorRef<?>> watched = new HashSet<>();

            Listener(ActorContext<Hearing> context) {
                this.context = context;
            }

            @Override
            public void receive(Hearing hearing) {
                switch (hearing) {
                    case Line line -> noted.add(String.valueOf(line.number()));
                    case Ended ended -> end(ended.actor());
                    case Watch watch -> watch(watch);
                    case Unwatch unwatch -> unwatch(unwatch.actor());
                }
            }

            private void watch(Watch watch) {
                if (watched.add(watch.actor())) {
                    due.incrementAndGet();
                }
                if (watch.byMessage()) {
                    context.watch(watch.actor(), new Ended(watch.actor()));
                } else {
                    context.watch(watch.actor());
                }
            }

            private void unwatch(ActorRef<?> actor) {
                if (watched.remove(actor)) {
                    due.decrementAndGet();
                }
                context.unwatch(actor);
            }

            @Override
            public void receiveSignal(Signal signal) {
                if (signal instanceof Terminated terminated) {
                    end(terminated.actor());
                }
            }

            private void end(ActorRef<?> actor) {
                noted.add(END);
                watched.remove(actor);
            }
        }
    }
}
