package dev.ropewalk.console.view;

import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.observe.Finding;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Names the actor that has most of what is found of its system. Only then are the actors looked at one by one. */
final class Culprits {
    private static final String SYSTEM = "ActorSystem ";

    private final Paced<Map<String, ActorSnapshot>> trees;

    Culprits(Paced<Map<String, ActorSnapshot>> trees) {
        this.trees = trees;
    }

    /** Returns the finding with the name of the actor, or as it is if it isn't about a system's actors. */
    Finding named(Finding finding) {
        if (!finding.part().startsWith(SYSTEM)) {
            return finding;
        }
        String system = finding.part().substring(SYSTEM.length());
        return switch (finding.kind()) {
            case QUEUE_GROWING -> named(finding, system, ActorSnapshot::waiting, "wait at");
            case RESTART_LOOP -> named(finding, system, ActorSnapshot::restarts, "restarts so far are those of");
            case DROPS -> named(finding, system, ActorSnapshot::dropped, "drops so far are those of");
            default -> finding;
        };
    }

    private Finding named(Finding finding, String system, ToLongFunction<ActorSnapshot> figure, String what) {
        ActorSnapshot root = trees.look().get(system);
        if (root == null) {
            return finding;
        }
        ActorSnapshot most = root;
        for (ActorSnapshot actor : (Iterable<ActorSnapshot>) root.all()::iterator) {
            if (figure.applyAsLong(actor) > figure.applyAsLong(most)) {
                most = actor;
            }
        }
        String text = finding.what() + "; " + figure.applyAsLong(most) + " " + what + " " + most.path();
        return new Finding(finding.kind(), finding.severity(), finding.part(), text, finding.advice());
    }
}
