package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Scheduler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Queue;

/** What carries the virtual threads of blocking actors. */
public enum Carrier {
    WORKERS,
    JDK;

    /** Makes a scheduler that adds uncaught exceptions to a queue. */
    Scheduler newScheduler(Queue<Throwable> uncaught) {
        Scheduler scheduler = Scheduler.builder()
                .name("blocking")
                .workers(2)
                .uncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown))
                .build();
        if (!scheduler.carriesVirtualThreads()) {
            throw new IllegalStateException("the test JVM doesn't open java.lang");
        }
        return this == WORKERS ? scheduler : withTheJdksThreads(scheduler);
    }

    /** Returns a scheduler as it would be in a JVM that doesn't let it carry virtual threads. */
    private static Scheduler withTheJdksThreads(Scheduler scheduler) {
        return (Scheduler) Proxy.newProxyInstance(
                Carrier.class.getClassLoader(), new Class<?>[] {Scheduler.class}, (self, method, arguments) -> {
                    try {
                        return switch (method.getName()) {
                            case "threadFactory" -> Thread.ofVirtual().factory();
                            case "carriesVirtualThreads" -> false;
                            default -> method.invoke(scheduler, arguments);
                        };
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
