package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.pekko.wire.Answer;
import dev.ropewalk.cluster.pekko.wire.Standing;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a node knows of one of its seeds: the last answer and the last finding, each with the time at which the question began. */
final class Sight {
    /** What is older may be over. It is shorter than a promise: see {@link Votes}. */
    private static final long FRESH_NANOS = Duration.ofSeconds(3).toNanos();

    /** A look at nobody counts for so long for who votes: the JVM may repeat from its memory for ten seconds that a name has no address. */
    private static final long ABSENT_NANOS = Duration.ofSeconds(15).toNanos();

    /** A seed that has been asked for this long without an answer is looked at again. */
    private static final long SILENT_NANOS = Duration.ofSeconds(1).toNanos();

    private static final int FIRST_PATIENCE_MILLIS = 200;
    private static final int MAX_PATIENCE_MILLIS = 2000;

    final NodeAddress seed;

    private Finding finding = Finding.unknown("wasn't looked at yet");
    private long foundAt;
    private @Nullable Answer answer;
    private long answeredAt;
    private int looks;
    private boolean looking;
    private @Nullable String stranger;

    Sight(NodeAddress seed, long now) {
        this.seed = seed;
        foundAt = now;
    }

    // Looking

    /** Whether it is time for another look: nobody looks, and nothing is known, or nobody was there, or who is there says nothing. */
    boolean isDue(long now) {
        return !looking
                && (!isThere() || now - Math.max(foundAt, answer == null ? foundAt : answeredAt) > SILENT_NANOS);
    }

    /** Begins a look; returns how long the other side has to close the connection. */
    int beginLook() {
        looking = true;
        looks++;
        return Math.min(MAX_PATIENCE_MILLIS, FIRST_PATIENCE_MILLIS << Math.min(looks - 1, 10));
    }

    /** Whether this look should go deeper than those before. */
    boolean isDeep() {
        return looks > 1;
    }

    /** Somebody takes connections; the look goes on. */
    void connected(Finding taken, long began) {
        if (finding.kind() != Finding.Kind.TAKES) {
            found(taken, began);
        }
    }

    /** A look is over. */
    void looked(Optional<Finding> found, long began) {
        looking = false;
        found.ifPresent(fresh -> found(fresh, began));
    }

    private void found(Finding found, long began) {
        finding = found;
        foundAt = began;
    }

    void answered(Answer given) {
        if (answer == null || given.stamp() - answeredAt > 0) {
            answer = given;
            answeredAt = given.stamp();
            stranger = null;
        }
    }

    /** It has said that it isn't what it was taken for. */
    void setStranger(String what) {
        stranger = what;
    }

    // What follows

    /** Whether it can be asked. */
    boolean isThere() {
        return finding.kind() == Finding.Kind.TAKES;
    }

    /** Whether it is known to be no member, from what was begun after a time, and not long ago. */
    boolean isClearSince(long time, long now) {
        if (stranger != null) {
            return false;
        }
        boolean isAbsent = finding.kind() == Finding.Kind.ABSENT && !looksOlderThanAnswer();
        long begun = isAbsent ? foundAt : answeredAt;
        boolean isClear = isAbsent || (answer != null && isThere() && answer.standing() == Standing.OUTSIDE);
        return isClear && begun - time >= 0 && now - begun < FRESH_NANOS;
    }

    /** Whether nobody was there when it was looked at last, or it has said lately that it is in no cluster, and on its way into none. */
    boolean isNoMember(long now) {
        if (stranger != null) {
            return false;
        }
        boolean isGone = isAbsent() && !looksOlderThanAnswer() && now - foundAt < ABSENT_NANOS;
        return isGone
                || standing(now)
                        .filter(standing -> standing == Standing.OUTSIDE || standing == Standing.CANDIDATE)
                        .isPresent();
    }

    /** Whether it has said that it is in no cluster, when it was asked after a time, and not long ago. */
    boolean isOutsideSince(long time, long now) {
        return standing(now).filter(Standing.OUTSIDE::equals).isPresent() && answeredAt - time >= 0;
    }

    private boolean looksOlderThanAnswer() {
        return answer != null && answeredAt - foundAt > 0;
    }

    /** What it has said it is, if that was not long ago and it is still there. */
    Optional<Standing> standing(long now) {
        return answer == null || now - answeredAt > FRESH_NANOS || (isAbsent() && !looksOlderThanAnswer())
                ? Optional.empty()
                : Optional.of(answer.standing());
    }

    boolean isAbsent() {
        return finding.kind() == Finding.Kind.ABSENT;
    }

    /** Returns the options that it has told. */
    Map<String, String> options() {
        return answer == null ? Map.of() : answer.options();
    }

    /** Says what is known, after the address. */
    String inWords(long now) {
        if (stranger != null) {
            return stranger;
        }
        return standing(now).map(Sight::inWords).orElse(finding.text());
    }

    private static String inWords(Standing standing) {
        return switch (standing) {
            case OUTSIDE -> "runs, and is in no cluster yet";
            case CANDIDATE -> "runs, and is about to found the cluster, or lets another node do so";
            case JOINING -> "is about to join a cluster";
            case MEMBER -> "is a member";
            case LEAVING -> "is a member that leaves";
        };
    }
}
