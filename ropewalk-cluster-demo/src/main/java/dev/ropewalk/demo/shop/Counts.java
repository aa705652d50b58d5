package dev.ropewalk.demo.shop;

import dev.ropewalk.cluster.MessageLoss;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** What this node has counted of the shop's messages. Any thread may count. */
public final class Counts {
    private final LongAdder sent = new LongAdder();
    private final LongAdder handled = new LongAdder();
    private final LongAdder asked = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder unanswered = new LongAdder();
    private final LongAdder lostAnswers = new LongAdder();
    private final Map<MessageLoss.Reason, LongAdder> lost = new EnumMap<>(MessageLoss.Reason.class);

    /** Begins at zero. */
    public Counts() {
        for (MessageLoss.Reason reason : MessageLoss.Reason.values()) {
            lost.put(reason, new LongAdder());
        }
    }

    void countSent() {
        sent.increment();
    }

    void countHandled() {
        handled.increment();
    }

    void countAsked() {
        asked.increment();
    }

    void countAnswer(boolean isThere) {
        (isThere ? answered : unanswered).increment();
    }

    /** Counts a message that was lost; one that wasn't for an entity was an answer. */
    public void countLoss(MessageLoss loss) {
        boolean isForEntity = loss.recipient().contains("/" + Messages.CARTS.name() + "/")
                || loss.recipient().contains("/" + Messages.STOCK.name() + "/");
        (isForEntity ? Objects.requireNonNull(lost.get(loss.reason())) : lostAnswers).increment();
    }

    /** Returns the counts by name; those of losses are called {@code lost.LINK} and so on. */
    public Map<String, Long> all() {
        Map<String, Long> all = new TreeMap<>();
        all.put("handled", handled.sum()); // before those that are sent, so that there are never more
        lost.forEach((reason, count) -> {
            if (count.sum() > 0) {
                all.put("lost." + reason, count.sum());
            }
        });
        all.put("lostAnswers", lostAnswers.sum());
        all.put("answered", answered.sum());
        all.put("unanswered", unanswered.sum());
        all.put("asked", asked.sum());
        all.put("sent", sent.sum());
        return all;
    }
}
