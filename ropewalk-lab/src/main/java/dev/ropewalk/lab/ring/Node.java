package dev.ropewalk.lab.ring;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a node knows on any runtime.
 *
 * @param <R> how a node refers to another
 */
abstract class Node<R> {
    private final int number;
    private @Nullable R next;

    Node(int number) {
        this.number = number;
    }

    final int number() {
        return number;
    }

    /** Returns where tokens go on. */
    final R next() {
        return Objects.requireNonNull(next, "next");
    }

    /** Links all nodes, before any token is started: that lets the links happen-before their use. */
    static <R> void link(Workload workload, List<? extends Node<R>> nodes, List<? extends R> references) {
        for (Node<R> node : nodes) {
            node.next = references.get(workload.nodeAfter(node.number));
        }
    }
}
