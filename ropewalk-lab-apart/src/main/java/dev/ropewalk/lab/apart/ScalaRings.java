package dev.ropewalk.lab.apart;

import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import scala.Function0;
import scala.actors.Actor;
import scala.actors.Actor$;
import scala.runtime.AbstractFunction0;
import scala.runtime.BoxedUnit;

/** An actor of Scala's own library, which Scala had up to version 2.11, for each node; it accepts a token for a node's number. */
@SuppressWarnings("deprecation") // that is why they are here
public final class ScalaRings implements BiConsumer<Integer, Object>, AutoCloseable {
    private static final Actor$ SCALA = Actor$.MODULE$;

    private final Actor[] actors;

    /**
     * Starts the actors.
     *
     * @param style the name of a {@link Style}
     * @param nodeAfter the node to which a node passes tokens on
     * @param visits for each node what it does with a token, and whether it passes it on
     */
    public ScalaRings(String style, Integer nodes, IntUnaryOperator nodeAfter, IntFunction<Predicate<Object>> visits) {
        actors = new Actor[nodes];
        Style body = Style.valueOf(style.toUpperCase(Locale.ROOT));
        for (int node = 0; node < nodes; node++) {
            actors[node] =
                    SCALA.actor(body.of(new TokenHandler(actors, nodeAfter.applyAsInt(node), visits.apply(node))));
        }
    }

    /** Hands a token to a node, from a thread outside. */
    @Override
    public void accept(Integer node, Object token) {
        actors[node].$bang(token);
    }

    @Override
    public void close() {
        for (Actor actor : actors) {
            actor.$bang(new TokenHandler.End());
        }
    }

    /** How an actor takes its messages. */
    enum Style {
        /** By react within a loop: an actor that waits has no thread. */
        LOOP {
            @Override
            Function0<BoxedUnit> of(TokenHandler handler) {
                var react = body(() -> SCALA.react(handler));
                return body(() -> SCALA.loop(react));
            }
        },
        /** By react, whose handler reacts again. */
        REACT {
            @Override
            Function0<BoxedUnit> of(TokenHandler handler) {
                var again = handler.reacting();
                return body(() -> SCALA.react(again));
            }
        },
        /** By receive: an actor that waits blocks a thread. */
        RECEIVE {
            @Override
            Function0<BoxedUnit> of(TokenHandler handler) {
                return body(() -> {
                    while (true) {
                        SCALA.receive(handler);
                    }
                });
            }
        };

        abstract Function0<BoxedUnit> of(TokenHandler handler);

        private static Function0<BoxedUnit> body(Runnable code) {
            return new AbstractFunction0<>() {
                @Override
                public BoxedUnit apply() {
                    code.run();
                    return BoxedUnit.UNIT;
                }
            };
        }
    }
}
