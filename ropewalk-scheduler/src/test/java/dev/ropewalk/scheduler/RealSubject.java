package dev.ropewalk.scheduler;

import dev.ropewalk.testing.Await;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.function.BooleanSupplier;

/** The scheduler on real threads as a subject of the contract. */
final class RealSubject implements SchedulerContract.Subject {
    @Override
    public Scheduler create(String name, int workers, UncaughtExceptionHandler handler) {
        return Scheduler.builder()
                .name(name)
                .workers(workers)
                .uncaughtExceptionHandler(handler)
                .build();
    }

    @Override
    public void await(String what, BooleanSupplier condition) {
        Await.until(what, condition);
    }
}
