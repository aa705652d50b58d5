package dev.ropewalk.scheduler.executor;

import dev.ropewalk.scheduler.ExecutorEndContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of an executor service's end. */
@ParameterizedClass
@EnumSource(names = {"THREAD_POOL", "SCHEDULED_THREAD_POOL", "VIEW"})
class ExecutorEndContractTest extends ExecutorEndContract {
    ExecutorEndContractTest(ExecutorServices subject) {
        super(subject);
    }
}
