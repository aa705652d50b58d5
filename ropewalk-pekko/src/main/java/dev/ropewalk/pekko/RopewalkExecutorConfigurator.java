package dev.ropewalk.pekko;

import com.typesafe.config.Config;
import dev.ropewalk.pekko.dispatch.DispatcherOptions;
import dev.ropewalk.pekko.dispatch.DispatcherThreads;
import dev.ropewalk.scheduler.Scheduler;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import org.apache.pekko.dispatch.DispatcherPrerequisites;
import org.apache.pekko.dispatch.ExecutorServiceConfigurator;
import org.apache.pekko.dispatch.ExecutorServiceFactory;

/**
 * Runs a dispatcher of Pekko on a {@link Scheduler}, by one line of configuration:
 *
 * <pre>
 * pekko.actor.default-dispatcher.executor = "dev.ropewalk.pekko.RopewalkExecutorConfigurator"
 * </pre>
 *
 * <p>Actors run anywhere, by work stealing. With the option {@code affinity} each mailbox is a strand with soft affinity: an actor runs where its state
 * is warm, and elsewhere only when waiting would cost more than moving; that cost more than it brought in what was measured. Up to 65 535 living
 * actors of a dispatcher have a strand then; those beyond run anywhere, as do futures' callbacks. What calls {@code scala.concurrent.blocking} or {@code
 * Await}, in an actor or a future, counts as blocked as in {@link Scheduler#blocking}: a spare worker takes its place.
 *
 * <p>What can be set, in the section {@code ropewalk} of the dispatcher; each has the default and the bounds of {@link
 * dev.ropewalk.scheduler.SchedulerBuilder}:
 *
 * <table>
 * <caption>Options of a dispatcher</caption>
 * <tr><th>option</th><th>value</th></tr>
 * <tr><td>{@code workers}</td><td>number of workers; one for each CPU if not set</td></tr>
 * <tr><td>{@code max-spare-workers}</td><td>number of workers that may take the place of blocked ones</td></tr>
 * <tr><td>{@code newest-first}, {@code pin-workers}</td><td>{@code on} or {@code off}</td></tr>
 * <tr><td>{@code task-budget}</td><td>number of runs in one round of short turns</td></tr>
 * <tr><td>{@code steals-to-rehome}</td><td>number of steals in a row</td></tr>
 * <tr><td>{@code max-wait}, {@code time-budget}, {@code steal-price}, {@code spin}, {@code stuck-after}</td><td>a duration, such as {@code 50us}</td></tr>
 * <tr><td>{@code affinity}</td><td>{@code on}: each mailbox is a strand; or {@code off}, the default: all actors run anywhere</td></tr>
 * <tr><td>{@code scheduler}</td><td>the name of a {@linkplain Scheduler#live living} scheduler to run on, instead of an own one</td></tr>
 * </table>
 *
 * <p>What isn't an option, or has a wrong value, is an {@link IllegalArgumentException} that names the dispatcher, the option and the value; Pekko
 * throws it on, as the cause of its own, when it makes the dispatcher.
 *
 * <p>The scheduler is the dispatcher's own, is called {@code <system>-<dispatcher>}, and ends with it. It keeps the JVM alive unless {@code
 * pekko.daemonic} is on. It is another one if the program gives it, by the option {@code scheduler} or by {@link RopewalkSetup}: then it is the program's to
 * close, and options of schedulers are refused.
 *
 * <p>Pekko's dispatchers inherit from the default one what they don't set: a dispatcher of the program without an {@code executor} has a
 * scheduler of its own, too, with as many workers. {@code PinnedDispatcher} has a thread for each actor, whatever its executor is.
 *
 * <p>Pekko makes the objects of this class. Any thread may use them.
 */
public final class RopewalkExecutorConfigurator extends ExecutorServiceConfigurator {
    private final DispatcherOptions options;
    private final Optional<Scheduler> given;
    private final String system;

    /**
     * Called by Pekko.
     *
     * @throws IllegalArgumentException if there is no such option, or it has a wrong value
     */
    public RopewalkExecutorConfigurator(Config config, DispatcherPrerequisites prerequisites) {
        super(config, prerequisites);
        Optional<RopewalkSetup> setup = prerequisites.settings().setup().get(RopewalkSetup.class);
        this.given = setup.map(RopewalkSetup::scheduler);
        this.options = DispatcherOptions.of(config, given.isPresent());
        this.system = prerequisites.settings().name();
    }

    /** Called by Pekko; the factory makes an executor whenever the dispatcher begins or begins again. */
    @Override
    public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory threadFactory) {
        DispatcherThreads threads = DispatcherThreads.of(threadFactory);
        return () -> options.start(system + "-" + id, given, threads);
    }
}
