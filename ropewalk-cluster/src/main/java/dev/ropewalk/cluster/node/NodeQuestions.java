package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.link.Link;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** What this node asks another one by control records, by numbers, and what it answers: as much as there are shards that move at a time, so no limit is needed. Any thread may use it. */
final class NodeQuestions {
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);

    private final Link link;
    private final BiConsumer<Runnable, Duration> later;
    private final AtomicLong last = new AtomicLong();
    private final Map<Long, CompletableFuture<@Nullable Void>> waiting = new ConcurrentHashMap<>();
    private volatile boolean ended;

    NodeQuestions(Link link, BiConsumer<Runnable, Duration> later) {
        this.link = link;
        this.later = later;
    }

    /**
     * Tells the other node that a shard has left this one.
     *
     * @return completes when nothing is on its way from there to the shard here, and nothing will be; or when it doesn't answer for long
     */
    CompletableFuture<@Nullable Void> whetherMoved(String type, int shard) {
        return ask(question -> {
            boolean isTold = link.controlAlways(Envelope.moved(question, type, shard));
            later.accept(() -> answered(question), ANSWER_TIMEOUT);
            return isTold;
        });
    }

    /** Completes when all that was sent to the other node has come there, or back here, or that node is gone. */
    CompletableFuture<@Nullable Void> whetherAllReceived() {
        return ask(question -> link.controlAlwaysAfterMessages(Envelope.allReceived(question)));
    }

    /** Asks a question, which ends at once if it can't be sent. */
    private CompletableFuture<@Nullable Void> ask(LongPredicate send) {
        long question = last.incrementAndGet();
        var answer = new CompletableFuture<@Nullable Void>();
        waiting.put(question, answer);
        boolean isSent = false;
        try {
            isSent = !ended && send.test(question);
        } finally {
            if (!isSent) {
                answered(question);
            }
        }
        return answer;
    }

    /** The other node has answered, or won't. */
    void answered(long question) {
        CompletableFuture<@Nullable Void> answer = waiting.remove(question);
        if (answer != null) {
            answer.complete(null);
        }
    }

    /** Answers a question of the other node. */
    void answer(long question) {
        boolean ignored = link.controlAlways(Envelope.quiet(question)); // false if that node is gone
    }

    /** Answers that all messages from there have come before the question; the answer comes there behind all of this node. */
    void answerBehindMessages(long question) {
        boolean ignored = link.controlAlwaysAfterMessages(Envelope.quiet(question)); // false if that node is gone
    }

    /** The other node is gone: all that it was asked ends. */
    void end() {
        ended = true; // before that: who asks afterwards sees it
        waiting.keySet().forEach(this::answered);
    }
}
