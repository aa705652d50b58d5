package dev.ropewalk.channel;

import dev.ropewalk.channel.select.SelectPolicy;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Waits for whichever of several sends and receives can happen first, makes exactly that one happen, and runs its action. It
 * is built once and used for as many rounds as needed.
 *
 * <p>If several clauses can be chosen, the policy decides:
 * <ul>
 *   <li>{@link #inOrder}: the first of them, in the order in which they were added. A clause may starve those behind it.
 *   <li>{@link #random}: any of them, each as likely as the others.
 *   <li>{@link #fair}: the first of them behind the clause that was chosen last. A clause that can always be chosen is chosen
 *       at least once in as many rounds as there are clauses.
 * </ul>
 *
 * <p>The same channel may stand in several clauses; the policy decides among them, too, also once the party had to wait. A receive from a channel that has ended, and a send to one, can be chosen
 * at once. If nothing can be, the party waits in all channels, as one among the others there and in its turn. When it is
 * decided, cancelled, or its time is up, it leaves all of them; a timed wait takes no thread.
 *
 * <p>A select is for one party at a time, and remembers its last choice; each party builds its own. Actions, guards and
 * elements are called by the party itself and outside of all locks, and may use channels and other selects.
 *
 * <p>Guarded alternatives are Dijkstra's, the choice among communications Hoare's; that a select tries all its channels under
 * their locks, taken in a fixed order, is Go's.
 *
 * {@snippet class="dev.ropewalk.channel.snippets.ChannelSnippets" region="select" :
 * Select<String> select = Select.<String>fair()
 *         .receive(orders, order -> "order " + order)
 *         .send(reports, this::report, () -> "reported")
 *         .when(this::hasReport)
 *         .timeout(Duration.ofSeconds(1), () -> "nothing to do")
 *         .build();
 * while (running) {
 *     log(select.select());
 * }
 * }
 *
 * @param <R> the type of what the actions return
 */
public interface Select<R> {
    /** Returns a builder of selects that choose the first clause that can be chosen. */
    static <R> SelectBuilder<R> inOrder() {
        return new SelectBuilder<>(SelectPolicy.IN_ORDER);
    }

    /** Returns a builder of selects that choose at random. */
    static <R> SelectBuilder<R> random() {
        return new SelectBuilder<>(SelectPolicy.RANDOM);
    }

    /** Returns a builder of selects that choose in turn. */
    static <R> SelectBuilder<R> fair() {
        return new SelectBuilder<>(SelectPolicy.FAIR);
    }

    /**
     * Makes a round: chooses a clause, waiting if need be, and runs its action in the calling thread.
     *
     * @return what the action has returned
     * @throws InterruptedException if the thread was interrupted before or while this waits; nothing was sent or received
     * @throws ChannelClosedException if the chosen channel has ended, and its clause doesn't take results
     * @throws IllegalStateException if another round is under way, or every clause is shut by its guard and there is neither a
     *     timeout nor an {@code otherwise}
     */
    R select() throws InterruptedException;

    /**
     * Makes a round without a waiting thread: the executor runs the action, and then the callback with what it has returned.
     * Neither ever runs in the calling thread by this method itself. What the action throws, such as {@link
     * ChannelClosedException}, is thrown to the executor; clauses that take results can tell the end. If the executor rejects
     * the callback, an element that was received is undelivered.
     *
     * @param executor what runs the action and the callback; a strand if the select has a timeout, so that the strand's
     *     scheduler can time it
     * @return lets the caller change its mind
     * @throws IllegalArgumentException if the select has a timeout, and the executor isn't a strand
     * @throws IllegalStateException if another round is under way, or every clause is shut by its guard and there is neither a
     *     timeout nor an {@code otherwise}
     */
    PendingOperation selectAsync(Executor executor, Consumer<? super R> callback);
}
