package dev.ropewalk.micrometer;

import dev.ropewalk.base.ContextCarrier;
import dev.ropewalk.base.Contexts;
import dev.ropewalk.micrometer.context.Libraries;

/**
 * Brings the context of the thread that sends along to where a message or a task is handled: the thread-locals that Micrometer's
 * context-propagation library knows, such as a trace. There is one of it in a JVM, from {@link ContextPropagationBuilder#install} until
 * this is closed. Without it nothing is carried, and nothing paid for it.
 *
 * {@snippet class="dev.ropewalk.micrometer.snippets.ContextSnippets" region="install" :
 * try (var _ = ContextPropagation.builder().observations(registry).install()) {
 *     run();
 * }
 * }
 *
 * <p>The context goes by itself
 *
 * <ul>
 *   <li>with each message of an actor: also with a question, through routers, proxies and adapters, into the stash, with a result
 *       that is piped and the message of a single timer. A blocking actor has it until it asks for the next message;
 *   <li>with each task of a {@link dev.ropewalk.task.BoundedExecutor}, each process of a {@link dev.ropewalk.channel.ProcessScope}
 *       and each action of a {@link dev.ropewalk.graph.GraphRun}.
 * </ul>
 *
 * <p>A thread that receives from a channel has its own context. So an element that should bring one is sent as an {@link InContext},
 * and an event of a pipeline has a {@link ContextSlot}.
 *
 * <p>Needs that library, {@code io.micrometer:context-propagation}. Thread-safe.
 */
public final class ContextPropagation implements AutoCloseable {
    private final Runnable end;

    private ContextPropagation(Runnable end) {
        this.end = end;
    }

    /**
     * Returns a builder, which carries snapshots of the library and the MDC of SLF4J.
     *
     * @throws IllegalStateException if {@code context-propagation} isn't there
     */
    public static ContextPropagationBuilder builder() {
        Libraries.requireContextPropagation();
        return new ContextPropagationBuilder();
    }

    /** Installs a carrier until the result is closed. */
    static ContextPropagation install(ContextCarrier carrier) {
        return new ContextPropagation(Contexts.install(carrier));
    }

    /** Carries nothing from now on. What is on its way keeps its context. A second call does nothing. */
    @Override
    public void close() {
        end.run();
    }
}
