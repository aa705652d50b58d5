package dev.ropewalk.demo.control;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds two entities of one key that have lived at a time. Each answer says which entity it is from, and how many messages that has handled. An entity has handled the question between asking and answering. So
 * it is wrong if one has answered, then another one, and then the first again, each after the one before; and if one has answered with a smaller number after it has with a larger one.
 *
 * <p>The time at which an entity lived for certain goes from the earliest end of its answers to the latest beginning. These must not overlap.
 */
final class InstanceCheck {
    private final Map<String, Map<Long, Life>> lives = new HashMap<>();
    private final List<String> complaints = new ArrayList<>();
    private long answers;

    /** An answer: from when to when, and how many messages were handled by then. */
    private record Answer(long asked, long answered, long handled) {}

    /** What is known of an entity. */
    private static final class Life {
        final List<Answer> answers = new ArrayList<>();
        long firstEnd = Long.MAX_VALUE;
        long lastBegin = Long.MIN_VALUE;
    }

    /** Adds a line of a history; one that was cut off by the end of its process is left out. */
    void add(String line) {
        String[] words = line.split(" ", -1);
        if (words.length == 5) {
            add(
                    words[0],
                    Long.parseLong(words[1]),
                    Long.parseLong(words[2]),
                    Long.parseLong(words[3]),
                    Long.parseLong(words[4]));
        }
    }

    void add(String key, long asked, long answered, long instance, long handled) {
        answers++;
        Life life = lives.computeIfAbsent(key, any -> new HashMap<>()).computeIfAbsent(instance, any -> new Life());
        life.answers.add(new Answer(asked, answered, handled));
        life.firstEnd = Math.min(life.firstEnd, answered);
        life.lastBegin = Math.max(life.lastBegin, asked);
    }

    long answers() {
        return answers;
    }

    /** Returns what is wrong. */
    List<String> complaints() {
        complaints.clear();
        lives.forEach((key, ofKey) -> {
            checkLives(key, ofKey);
            ofKey.values().forEach(life -> checkOrder(key, life));
        });
        return complaints;
    }

    /** The times of which it is certain that an entity lived: if two overlap, one has answered within the time of the other. */
    private void checkLives(String key, Map<Long, Life> ofKey) {
        List<Life> certain = new ArrayList<>(ofKey.values());
        certain.sort(Comparator.comparingLong(life -> life.firstEnd));
        for (int i = 0; i < certain.size(); i++) {
            for (int j = i + 1; j < certain.size(); j++) {
                Life one = certain.get(i);
                Life other = certain.get(j);
                boolean isWithin = other.answers.stream()
                        .anyMatch(answer -> answer.asked > one.firstEnd && answer.answered < one.lastBegin);
                boolean isAround = one.answers.stream()
                        .anyMatch(answer -> answer.asked > other.firstEnd && answer.answered < other.lastBegin);
                if (isWithin || isAround) {
                    complaints.add("two entities of " + key + " have lived at a time, for at least "
                            + (Math.min(one.lastBegin, other.lastBegin) - other.firstEnd) / 1_000_000 + " ms");
                }
            }
        }
    }

    private void checkOrder(String key, Life life) {
        List<Answer> byNumber = new ArrayList<>(life.answers);
        byNumber.sort(Comparator.comparingLong(Answer::handled));
        long latestBegin = Long.MIN_VALUE;
        for (Answer answer : byNumber) {
            if (answer.answered < latestBegin) {
                complaints.add("an entity of " + key + " has counted backwards");
            }
            latestBegin = Math.max(latestBegin, answer.asked);
        }
    }
}
