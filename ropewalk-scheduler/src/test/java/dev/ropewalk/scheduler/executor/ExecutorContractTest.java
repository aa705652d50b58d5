package dev.ropewalk.scheduler.executor;

import dev.ropewalk.scheduler.ExecutorContract;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of an executor service, its end apart. */
@ParameterizedClass
@EnumSource(names = {"THREAD_POOL", "SCHEDULED_THREAD_POOL", "VIEW"})
class ExecutorContractTest extends ExecutorContract {
    ExecutorContractTest(ExecutorServices subject) {
        super(subject);
    }
}
