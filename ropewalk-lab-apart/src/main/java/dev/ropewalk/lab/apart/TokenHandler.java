package dev.ropewalk.lab.apart;

import java.util.function.Predicate;
import scala.Function1;
import scala.PartialFunction;
import scala.actors.Actor;
import scala.actors.Actor$;
import scala.runtime.AbstractPartialFunction;
import scala.runtime.BoxedUnit;

/** What a node does with a message. The actors are all there before the first token is sent, which lets that happen-before its receipt. */
@SuppressWarnings("deprecation") // that is why they are here
final class TokenHandler extends AbstractPartialFunction<Object, BoxedUnit> {
    private final Actor[] actors;
    private final int next;
    private final Predicate<Object> visit;

    TokenHandler(Actor[] actors, int next, Predicate<Object> visit) {
        this.actors = actors;
        this.next = next;
        this.visit = visit;
    }

    @Override
    public boolean isDefinedAt(Object message) {
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // B is a supertype of BoxedUnit: Java can't say so
    public <A, B> B applyOrElse(A message, Function1<A, B> otherwise) {
        if (message instanceof End) {
            Actor$.MODULE$.exit();
        }
        if (visit.test(message)) {
            actors[next].$bang(message);
        }
        return (B) BoxedUnit.UNIT;
    }

    /** Returns a handler that does the same, and then reacts again. */
    PartialFunction<Object, BoxedUnit> reacting() {
        return new Reacting(this);
    }

    /** The last message of an actor. */
    static final class End {}

    private static final class Reacting extends AbstractPartialFunction<Object, BoxedUnit> {
        private final TokenHandler handler;

        Reacting(TokenHandler handler) {
            this.handler = handler;
        }

        @Override
        public boolean isDefinedAt(Object message) {
            return true;
        }

        @Override
        public <A, B> B applyOrElse(A message, Function1<A, B> otherwise) {
            handler.apply(message);
            Actor$.MODULE$.react(this);
            throw new IllegalStateException("react never returns");
        }
    }
}
