package dev.ropewalk.cluster.proxy;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.base.Failures;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.codec.type.InterfaceMethod;
import dev.ropewalk.cluster.codec.type.MethodResult;
import dev.ropewalk.cluster.codec.type.MethodResult.Failure;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers the calls of an entity when the stages complete that its methods have returned. */
final class Replies {
    private static final int MAX_TEXT = 1000;
    private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");
    private static final String REPLACEMENT = "\ufffd";
    private static final LimitedLog LOG =
            new LimitedLog(new SafeLog("dev.ropewalk.cluster", Replies.class), "answers of entities");

    private final Node here;
    private final String path;

    Replies(Node here, String path) {
        this.here = here;
        this.path = path;
    }

    /** Answers when a stage completes: at once, as a message of the caller, which waits for room; or later and by any thread, which doesn't wait. */
    void reply(InterfaceMethod method, CompletionStage<?> stage, ActorRef<Object> replyTo) {
        var caller = new Object() {
            private @Nullable Thread thread = Thread.currentThread();

            boolean isHere() {
                return Thread.currentThread().equals(thread);
            }
        };
        var ignored = stage.whenComplete((value, failure) -> {
            boolean mayWait = caller.isHere();
            try {
                send(replyTo, failure == null ? result(method, value) : failed(method, failure), mayWait);
            } catch (Throwable unsent) { // it can't be written, for instance; a stage would keep it to itself
                if (unsent instanceof Error) {
                    LOG.log(Level.WARNING, () -> path + " can't answer " + method + " with its result", unsent);
                }
                sendFailure(method, replyTo, unsent, mayWait);
            }
        });
        caller.thread = null;
    }

    private static MethodResult result(InterfaceMethod method, @Nullable Object value) {
        method.requireResult(value);
        return new MethodResult(method, value, null);
    }

    private void sendFailure(InterfaceMethod method, ActorRef<Object> replyTo, Throwable unsent, boolean mayWait) {
        try {
            send(replyTo, failed(method, unsent), mayWait);
        } catch (Throwable again) {
            LOG.log(Level.WARNING, () -> path + " can't answer " + method + ": " + Failures.text(again), again);
        }
    }

    private static void send(ActorRef<Object> replyTo, MethodResult result, boolean mayWait) {
        if (mayWait) {
            replyTo.tell(result);
        } else {
            var ignored = replyTo.tellAsync(result);
        }
    }

    private MethodResult failed(InterfaceMethod method, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        String text = path + " at " + here + " has failed at " + method + ": " + Failures.text(cause);
        return new MethodResult(
                method, null, new Failure(here.host(), here.port(), here.incarnation(), sendable(text), cause));
    }

    /** Returns a text short enough, with no half of a pair of surrogates, which can't be written. */
    private static String sendable(String text) {
        String cut = text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
        boolean isSplit =
                text.length() > MAX_TEXT && Character.isSurrogatePair(text.charAt(MAX_TEXT - 1), text.charAt(MAX_TEXT));
        String whole = isSplit ? cut.substring(0, MAX_TEXT - 1) : cut;
        return LONE_SURROGATE.matcher(whole).replaceAll(REPLACEMENT);
    }
}
