package dev.ropewalk.actor;

/**
 * An actor that waits for its messages: it has a virtual thread, and its code is a loop over {@link Inbox#receive}. It may
 * block as it likes. It has the same refs, watching and supervision as an {@link Actor}.
 *
 * {@snippet class="dev.ropewalk.actor.snippets.ActorSnippets" region="blocking" :
 * ActorRef<Order> shop = system.spawnBlocking("shop", inbox -> {
 *     while (true) {
 *         Order order = inbox.receive();
 *         pack(order); // may block
 *     }
 * });
 * }
 *
 * <p>Being stopped interrupts the thread, once, so that the code can clean up; every receive throws {@link
 * InterruptedException} from then on. Let it out: at the end of a stop that is no failure. The children are stopped meanwhile,
 * and the actor has stopped when they have and the code has ended. Code that never ends keeps it, and its parent, from
 * stopping; {@link ActorSystem#close(java.time.Duration)} reports it as stuck.
 *
 * <p>Where its thread runs: see {@link dev.ropewalk.scheduler.Scheduler#threadFactory()}.
 *
 * <p>Receiving inside the code, and choosing what to receive, are Erlang's.
 *
 * @param <M> the type of the messages
 */
@FunctionalInterface
public interface BlockingActor<M> {
    /**
     * The actor's life. When this returns the actor stops; when it throws, the parent's {@link Supervision} decides. To resume
     * is to call it again; to restart is to stop the children, wait for the back-off, and call it again. In both cases the inbox
     * is the same, in a new thread, and the message received last is gone. If its sender waits for an answer, the question
     * fails with what was thrown.
     */
    void run(Inbox<M> inbox) throws Exception;
}
