package dev.ropewalk.lab.ring;

import dev.ropewalk.lab.apart.ScalaRings;
import dev.ropewalk.lab.isolation.Apart;
import dev.ropewalk.lab.isolation.Isolated;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

/** An actor of Scala's own library for each node. */
@SuppressWarnings("rawtypes") // a class literal has no type arguments
final class ScalaActors implements Rings {
    private final Workload workload;
    private final Isolated<BiConsumer> rings;

    /**
     * Makes the nodes.
     *
     * @param style how an actor takes its messages: loop, react or receive
     */
    ScalaActors(Workload workload, String style) {
        this.workload = workload;
        IntUnaryOperator nodeAfter = workload::nodeAfter;
        IntFunction<Predicate<Object>> visits = node -> token -> ((Token) token).visit(node);
        rings = Apart.open(ScalaRings.class, BiConsumer.class, style, workload.nodes(), nodeAfter, visits);
    }

    @Override
    @SuppressWarnings("unchecked") // what the rival's class says
    public void start(int ring, Token token) {
        rings.get().accept(workload.firstNode(ring), token);
    }

    @Override
    public void close() {
        rings.close();
    }
}
