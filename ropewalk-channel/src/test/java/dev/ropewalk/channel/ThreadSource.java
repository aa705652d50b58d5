package dev.ropewalk.channel;

import dev.ropewalk.scheduler.Scheduler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** What carries the processes of a scope. */
public enum ThreadSource {
    WORKERS,
    JDK;

    Scheduler newScheduler() {
        Scheduler scheduler = Scheduler.builder().name("scopes").workers(2).build();
        if (!scheduler.carriesVirtualThreads()) {
            throw new IllegalStateException("the test JVM doesn't open java.lang");
        }
        return this == WORKERS ? scheduler : withTheJdksThreads(scheduler);
    }

    /** Returns a scheduler as it would be in a JVM that doesn't let it carry virtual threads. */
    private static Scheduler withTheJdksThreads(Scheduler scheduler) {
        return (Scheduler) Proxy.newProxyInstance(
                ThreadSource.class.getClassLoader(), new Class<?>[] {Scheduler.class}, (self, method, arguments) -> {
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
