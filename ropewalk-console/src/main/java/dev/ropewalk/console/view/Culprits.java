package dev.ropewalk.console.view;

import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.actor.StoppedActor;
import dev.ropewalk.observe.Finding;
import java.util.Comparator;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Names the actor that has most of what is found of its system, and the one that has stopped meanwhile. Only then are the actors looked at one by one. */
final class Culprits {
    private static final String SYSTEM = "ActorSystem ";

    private final Paced<Map<String, ActorSnapshot>> trees;

    Culprits(Paced<Map<String, ActorSnapshot>> trees) {
        this.trees = trees;
    }

    /** Returns the finding with the name of the actor, or as it is if it isn't about a system's actors or none is to blame. */
    Finding named(Finding finding, Looks looks) {
        if (!finding.part().startsWith(SYSTEM)) {
            return finding;
        }
        String system = finding.part().substring(SYSTEM.length());
        return switch (finding.kind()) {
            case QUEUE_GROWING -> with(finding, most(system, ActorSnapshot::waiting, "wait at"));
            case RESTART_LOOP ->
                with(
                        finding,
                        most(system, ActorSnapshot::restarts, "restarts so far are those of")
                                + stoppedBetween(system, looks));
            case DROPS -> with(finding, most(system, ActorSnapshot::dropped, "drops so far are those of"));
            default -> finding;
        };
    }

    private static Finding with(Finding finding, String culprits) {
        return new Finding(
                finding.kind(), finding.severity(), finding.part(), finding.what() + culprits, finding.advice());
    }

    /** Returns which actor has most of something, in words; nothing if none has any. */
    private String most(String system, ToLongFunction<ActorSnapshot> figure, String what) {
        ActorSnapshot root = trees.look().get(system);
        if (root == null) {
            return "";
        }
        ActorSnapshot most = root;
        for (ActorSnapshot actor : (Iterable<ActorSnapshot>) root.all()::iterator) {
            if (figure.applyAsLong(actor) > figure.applyAsLong(most)) {
                most = actor;
            }
        }
        long count = figure.applyAsLong(most);
        return count == 0 ? "" : "; " + count + " " + what + " " + most.path();
    }

    /** Returns which actor with most restarts has stopped between two looks, in words: it isn't in the tree any more. */
    private static String stoppedBetween(String system, Looks looks) {
        ActorSystemStats stats = looks.last().parts().actorSystems().get(system);
        if (stats == null) {
            return "";
        }
        long span = looks.last().nanos() - looks.before().nanos();
        return stats.stopped().stream()
                .filter(actor -> actor.agoNanos() <= span && actor.restarts() > 0)
                .max(Comparator.comparingLong(StoppedActor::restarts))
                .map(actor ->
                        "; " + actor.path() + " " + actor.reason() + ", after " + actor.restarts() + " restarts in all")
                .orElse("");
    }
}
