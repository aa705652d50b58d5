package dev.ropewalk.actor;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The questions that wait for an answer: those that still do when the system is closed end with it, since the timers that
 * would have ended them may have ended before.
 *
 * <p>Why none is forgotten: a question is added before its asker looks whether the system is closed, and the system is marked
 * as closed before the questions are looked through.
 */
final class Questions {
    private final Set<AskRef<?>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    void add(AskRef<?> question) {
        open.add(question);
        var ignored = question.answer.whenComplete((answer, failure) -> open.remove(question));
        if (closed) {
            question.systemClosed();
        }
    }

    /** Ends all questions, those yet to come included. Callbacks of the askers run in the calling thread. */
    void close() {
        closed = true;
        open.forEach(AskRef::systemClosed);
    }

    boolean isEmpty() {
        return open.isEmpty();
    }
}
